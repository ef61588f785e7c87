// SPDX-License-Identifier: MIT
// C = A B, square matrices: each thread makes one element, of a row of A and a column of B, all of it
// from global memory.
#include <cuda_runtime.h>

__global__ void multiply_row_by_column(const float* a, const float* b, float* c, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;  // the threads of a warp are in one row
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;

  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// A block has side x side threads.
void naive(const float* a, const float* b, float* c, int n, int side, cudaStream_t stream) {
  int blocks = (n + side - 1) / side;
  multiply_row_by_column<<<dim3(blocks, blocks), dim3(side, side), 0, stream>>>(a, b, c, n);
}
