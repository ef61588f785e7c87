// SPDX-License-Identifier: MIT
// Each thread adds up one row of the grid: the sines of x_i + y_j + phase over all columns j.
#include <hip/hip_runtime.h>

__global__ void add_row(float* sums, int n, double phase) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;  // the last block has more threads than there are rows left

  double h = 3.141592653589793 / n;
  double x = h * (i + 0.5) + phase;
  double sum = 0;
  for (int j = 0; j < n; ++j) sum += sin(x + h * (j + 0.5));
  sums[i] = sum;
}

void naive(float* sums, int n, double phase, int threads, hipStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  add_row<<<blocks, threads, 0, stream>>>(sums, n, phase);
}
