// SPDX-License-Identifier: MIT
// As rows.hip, but x is the row: neighbours of a warp are in neighbouring rows, a whole row apart in memory.
// The same additions, of which each touches a line of memory that its neighbours do not.
#include <hip/hip_runtime.h>

__global__ void add_one_along_columns(float* a, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) a[row * n + column] += 1;  // blocks at the edges reach beyond the matrix
}

// A block has side x side threads.
void columns(float* a, int n, int side, hipStream_t stream) {
  int blocks = (n + side - 1) / side;
  add_one_along_columns<<<dim3(blocks, blocks), dim3(side, side), 0, stream>>>(a, n);
}
