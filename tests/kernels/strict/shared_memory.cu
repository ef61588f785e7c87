// SPDX-License-Identifier: MIT
// Shared memory of a block: as many KiB as half of `wrong` says, and 256 bytes. Where `wrong` is
// odd, more than the usual is asked for first.
#include <cuda_runtime.h>

__global__ void by_shared_memory(float* out, int last) {
  extern __shared__ float tile[];
  __shared__ float own[64];
  own[threadIdx.x] = threadIdx.x + 1;
  tile[last - threadIdx.x] = own[threadIdx.x];
  out[threadIdx.x] = tile[last - threadIdx.x];
}

void shared_memory(float* out, int wrong, float*, cudaStream_t stream) {
  int bytes = wrong == 0 ? 1024 : wrong / 2 * 1024;
  if (wrong % 2 == 1) {
    cudaFuncSetAttribute((void*)by_shared_memory, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  }
  by_shared_memory<<<1, 64, bytes, stream>>>(out, bytes / 4 - 1);
}
