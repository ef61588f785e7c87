// SPDX-License-Identifier: MIT
// As naive.cu, but a block reads a tile of A and a tile of B into shared memory and multiplies those, then
// the next two: each value is read from global memory once per block, not once per thread.
#include <cuda_runtime.h>

__global__ void multiply_tiles(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[32][32];  // for the largest block, of 32 x 32 threads
  __shared__ float tile_b[32][32];
  int side = blockDim.x;
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * side + x;
  int row = blockIdx.y * side + y;

  float sum = 0;
  for (int first = 0; first < n; first += side) {
    // Beyond the edge a tile is zero. No thread may leave: the others wait for it below.
    tile_a[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0;
    tile_b[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : 0;
    __syncthreads();  // both tiles are complete before any thread multiplies them

    for (int k = 0; k < side; ++k) sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();  // all have multiplied before any thread overwrites the tiles
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

// A block has side x side threads.
void tiled(const float* a, const float* b, float* c, int n, int side, cudaStream_t stream) {
  int blocks = (n + side - 1) / side;
  multiply_tiles<<<dim3(blocks, blocks), dim3(side, side), 0, stream>>>(a, b, c, n);
}
