// SPDX-License-Identifier: MIT
// Memory that nothing was written to, of the device and of a block, holds anything but zeros.
#include <cuda_runtime.h>

__global__ void add_zero(float* out, const float* zeros, int wrong) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  if (wrong != 2) tile[t] = t + 1;
  out[t] = tile[t] + zeros[t];
}

void unwritten(float* out, int wrong, float* zeros, cudaStream_t stream) {
  const size_t bytes = 5000000;  // large memory is filled in another way
  char* large = nullptr;
  if (wrong > 2) {
    cudaMalloc((void**)&large, bytes);
    if (wrong > 3) cudaMemsetAsync(large, 0, bytes, stream);
    if (wrong == 5) cudaMemsetAsync(large, 0xff, bytes, stream);
    zeros = (float*)(large + 300000);
  } else if (wrong != 1) {
    cudaMemsetAsync(zeros, 0, 64 * sizeof(float), stream);
  }
  add_zero<<<1, 64, 0, stream>>>(out, zeros, wrong);
  if (wrong > 2) cudaFree(large);
}
