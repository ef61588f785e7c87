// SPDX-License-Identifier: MIT
// AMD's warps have 64 lanes. Wrong, as of warps of 32: the sum begins with half of the lanes; parts
// of 32 lanes exchange values; votes are 32 bits; a lane reads one that has ended; half of the
// lanes are at another shuffle.
#include <hip/hip_runtime.h>

__global__ void sum_lanes(float* out, int wrong) {
  int t = threadIdx.x;
  float sum = t;
  if (wrong == 4 && t == 63) return;
  if (wrong == 5 && t < 32) sum = __shfl(sum, 0, 32);
  for (int by = wrong == 1 ? 16 : 32; by > 0; by /= 2) {
    sum += __shfl_xor(sum, by, wrong == 2 ? 32 : 64);
  }
  unsigned long long votes = __ballot(1);
  if (wrong == 3) votes = (unsigned)votes;
  out[t] = t + 1 + (sum - 2016) + (64 - __builtin_popcountll(votes));
}

void warp(float* out, int wrong, float*, hipStream_t stream) {
  sum_lanes<<<1, 64, 0, stream>>>(out, wrong);
}
