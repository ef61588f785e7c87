// SPDX-License-Identifier: MIT
// Wrong in one way: a thread does not come to the barrier. In the other: it waits at another one.
#include <cuda_runtime.h>

__global__ void wait_for_all(float* out, int wrong) {
  int t = threadIdx.x;
  if (wrong == 0 || t < 63) {
    __syncthreads();
  } else if (wrong == 2) {
    __syncthreads();
  }
  out[t] = t + 1;
}

void barrier(float* out, int wrong, float*, cudaStream_t stream) {
  wait_for_all<<<1, 64, 0, stream>>>(out, wrong);
}
