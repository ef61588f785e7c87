// SPDX-License-Identifier: MIT
// A thread reads and writes 16 bytes at a multiple of 16 only.
#include <cuda_runtime.h>

struct alignas(16) Four {
  float at[4];
};

__global__ void write_fours(float* out, int first) {
  int i = first + 4 * threadIdx.x;
  if (threadIdx.x < 15) *(Four*)(out + i) = {i + 1.f, i + 2.f, i + 3.f, i + 4.f};
  for (int rest = threadIdx.x; rest < 64; rest += 16) {
    if (rest < first || rest >= first + 60) out[rest] = rest + 1;
  }
}

void aligned(float* out, int wrong, float*, cudaStream_t stream) {
  write_fours<<<1, 16, 0, stream>>>(out, wrong ? 1 : 4);
}
