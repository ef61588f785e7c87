// SPDX-License-Identifier: MIT
// The length of each row of a list of vectors, sqrt(sum of squares): each thread has one row, as a generalised
// ufunc does it. Neighbours of a warp read a whole row apart.
#include <cuda_runtime.h>

__global__ void norm_of_row(const float* rows, float* norms, int n, int length) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;  // the last block has more threads than there are rows left

  float sum = 0;
  for (int k = 0; k < length; ++k) {
    float value = rows[row * length + k];
    sum += value * value;
  }
  norms[row] = sqrtf(sum);
}

void thread_a_row(const float* rows, float* norms, int n, int length, int threads, cudaStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  norm_of_row<<<blocks, threads, 0, stream>>>(rows, norms, n, length);
}
