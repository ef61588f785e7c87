// SPDX-License-Identifier: MIT
// The last thread of each warp has ended. Wrong: the others wait for it.
#include <cuda_runtime.h>

__global__ void take_next(float* out, unsigned mask) {
  int t = threadIdx.x;
  out[t] = t + 1;
  if (t % 32 == 31) return;
  float next = __shfl_down_sync(mask, t, 1);
  if (t % 32 < 30) out[t] = next;
}

void shuffle(float* out, int wrong, float*, cudaStream_t stream) {
  take_next<<<1, 64, 0, stream>>>(out, wrong ? 0xffffffffu : 0x7fffffffu);
}
