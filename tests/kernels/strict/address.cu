// SPDX-License-Identifier: MIT
// Wrong: a thread writes behind the end of the array.
#include <cuda_runtime.h>

__global__ void write_all(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i + 1;
}

void address(float* out, int wrong, float*, cudaStream_t stream) {
  write_all<<<wrong ? 3 : 2, 32, 0, stream>>>(out);
}
