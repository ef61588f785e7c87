// SPDX-License-Identifier: MIT
// As thread_a_row.cu, but all threads of a block share one row: neighbours read side by side, and add their
// sums in shared memory, the lower half each time taking what the upper half has.
#include <cuda_runtime.h>

__global__ void norm_by_block(const float* rows, float* norms, int length) {
  __shared__ float sums[1024];  // one for each thread that a block can have
  const float* row = rows + blockIdx.x * length;
  int t = threadIdx.x;

  float sum = 0;
  for (int k = t; k < length; k += blockDim.x) sum += row[k] * row[k];
  sums[t] = sum;
  __syncthreads();  // all threads have written before any reads another's

  for (int left = blockDim.x; left > 1;) {
    int half = (left + 1) / 2;  // of an odd number the middle one waits
    if (t + half < left) sums[t] += sums[t + half];
    __syncthreads();  // these sums are complete before the next step reads them
    left = half;
  }
  if (t == 0) norms[blockIdx.x] = sqrtf(sums[0]);
}

void block_a_row(const float* rows, float* norms, int n, int length, int threads, cudaStream_t stream) {
  norm_by_block<<<n, threads, 0, stream>>>(rows, norms, length);
}
