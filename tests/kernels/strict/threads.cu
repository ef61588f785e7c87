// SPDX-License-Identifier: MIT
// A block has at most 1024 threads.
#include <cuda_runtime.h>

__global__ void write_few(float* out) {
  if (threadIdx.x < 64) out[threadIdx.x] = threadIdx.x + 1;
}

void threads(float* out, int wrong, float*, cudaStream_t stream) {
  write_few<<<1, wrong ? 1025 : 1024, 0, stream>>>(out);
}
