// SPDX-License-Identifier: MIT
// A[row, column] += 1 on a grid in two dimensions: each thread adds one to one element, where it is. Neighbours
// of a warp have neighbouring columns, which are side by side in memory.
#include <hip/hip_runtime.h>

__global__ void add_one_along_rows(float* a, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) a[row * n + column] += 1;  // blocks at the edges reach beyond the matrix
}

// A block has side x side threads.
void rows(float* a, int n, int side, hipStream_t stream) {
  int blocks = (n + side - 1) / side;
  add_one_along_rows<<<dim3(blocks, blocks), dim3(side, side), 0, stream>>>(a, n);
}
