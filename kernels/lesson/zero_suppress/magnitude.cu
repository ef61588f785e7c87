// SPDX-License-Identifier: MIT
// As value.cu, but the magnitude is compared: large negative samples stay. The lesson's text asks for this, its
// code for the other. The threads of a warp take both branches, and nothing is lost: the bytes decide.
#include <cuda_runtime.h>

__global__ void suppress_small(const short* samples, short* out, int n, short threshold) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  short size = samples[i] < 0 ? -samples[i] : samples[i];
  out[i] = size < threshold ? 0 : samples[i];
}

void magnitude(const short* samples, short* out, int n, short threshold, int threads, cudaStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  suppress_small<<<blocks, threads, 0, stream>>>(samples, out, n, threshold);
}
