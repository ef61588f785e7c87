// SPDX-License-Identifier: MIT
// As add.hip with 256 blocks at most: each thread adds many pairs, a whole grid apart, so that the
// threads of a warp still read neighbours.
#include <hip/hip_runtime.h>

__global__ void add_pairs(const float* a, const float* b, float* c, int n) {
  int threads_in_all = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads_in_all) c[i] = a[i] + b[i];
}

void strided(const float* a, const float* b, float* c, int n, int threads, hipStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  if (blocks > 256) blocks = 256;  // then each thread has several
  add_pairs<<<blocks, threads, 0, stream>>>(a, b, c, n);
}
