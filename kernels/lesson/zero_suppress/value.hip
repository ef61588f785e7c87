// SPDX-License-Identifier: MIT
// Samples of a detector below a threshold become zero. Whole numbers of 16 bits are enough for them: a quarter
// of the bytes that numbers of 64 bits would take, and the time is that of the bytes.
#include <hip/hip_runtime.h>

__global__ void suppress_below(const short* samples, short* out, int n, short threshold) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = samples[i] < threshold ? 0 : samples[i];
}

void value(const short* samples, short* out, int n, short threshold, int threads, hipStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  suppress_below<<<blocks, threads, 0, stream>>>(samples, out, n, threshold);
}
