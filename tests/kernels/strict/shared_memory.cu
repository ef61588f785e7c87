// SPDX-License-Identifier: MIT
// More shared memory than 48 KiB is asked for first. Wrong: it is not; it is more than the device
// has; with what the kernel has of its own it is too much.
#include <cuda_runtime.h>

__global__ void by_shared_memory(float* out, int last) {
  extern __shared__ float tile[];
  __shared__ float own[64];
  own[threadIdx.x] = threadIdx.x + 1;
  tile[last - threadIdx.x] = own[threadIdx.x];
  out[threadIdx.x] = tile[last - threadIdx.x];
}

void shared_memory(float* out, int wrong, float*, cudaStream_t stream) {
  int bytes = (wrong == 2 ? 256 : wrong == 3 ? 48 : 56) << 10;
  if (wrong % 2 == 0) {
    cudaFuncSetAttribute((void*)by_shared_memory, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  }
  by_shared_memory<<<1, 64, bytes, stream>>>(out, bytes / 4 - 1);
}
