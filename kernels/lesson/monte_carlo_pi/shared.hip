// SPDX-License-Identifier: MIT
// As atomic.hip, but the threads of a block count in shared memory first, so that the counter in global
// memory is added to once per block and not once per thread.
#include <hip/hip_runtime.h>

#include "points.h"

__global__ void throw_points_by_block(unsigned* hits, int n, unsigned key) {
  __shared__ unsigned hits_of_block;
  if (threadIdx.x == 0) hits_of_block = 0;
  __syncthreads();  // it is zero before any thread adds to it

  unsigned mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (is_hit(i, key)) ++mine;
  }
  atomicAdd(&hits_of_block, mine);
  __syncthreads();  // all threads have added before the sum is read

  if (threadIdx.x == 0) atomicAdd(hits, hits_of_block);
}

void shared(unsigned* hits, int n, unsigned key, int threads, hipStream_t stream) {
  (void)hipMemsetAsync(hits, 0, sizeof *hits, stream);  // the harness asks for errors after the launch
  int blocks = (n + threads - 1) / threads;
  if (blocks > 256) blocks = 256;  // then each thread has several
  throw_points_by_block<<<blocks, threads, 0, stream>>>(hits, n, key);
}
