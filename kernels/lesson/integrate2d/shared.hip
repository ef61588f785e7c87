// SPDX-License-Identifier: MIT
// As naive.hip; then the threads of a block add their sums in shared memory, two by two, so that a block
// writes one value and the host has fewer of them to add.
#include <hip/hip_runtime.h>

__global__ void add_rows_of_block(float* sums, int n, double phase) {
  __shared__ double tile[1024];  // one for each thread that a block can have
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = threadIdx.x;

  double sum = 0;
  if (i < n) {
    double h = 3.141592653589793 / n;
    double x = h * (i + 0.5) + phase;
    for (int j = 0; j < n; ++j) sum += sin(x + h * (j + 0.5));
  }
  tile[t] = sum;
  __syncthreads();  // all threads have written before any reads its neighbour's

  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0 && t + stride < blockDim.x) tile[t] += tile[t + stride];
    __syncthreads();  // these sums are complete before the next step reads them
  }
  if (t == 0) sums[blockIdx.x] = tile[0];
}

void shared(float* sums, int n, double phase, int threads, hipStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  add_rows_of_block<<<blocks, threads, 0, stream>>>(sums, n, phase);
}
