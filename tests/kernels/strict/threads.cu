// SPDX-License-Identifier: MIT
// A block has at most 1024 threads, and CUDA's at most 64 layers of them.
#include <cuda_runtime.h>

__global__ void write_few(float* out) {
  int t = threadIdx.x + threadIdx.z;
  if (t < 64) out[t] = t + 1;
}

void threads(float* out, int wrong, float*, cudaStream_t stream) {
  const dim3 block[] = {dim3(1024), dim3(1025), dim3(1, 1, 65)};
  write_few<<<1, block[wrong], 0, stream>>>(out);
}
