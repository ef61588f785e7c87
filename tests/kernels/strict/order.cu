// SPDX-License-Identifier: MIT
// Threads between two barriers, blocks of a grid and work of two streams come in any order. Wrong: a
// thread relies on the one before it, or on the one after it; so does a block; one stream relies on
// what the other was given earlier, or later.
#include <cuda_runtime.h>

__device__ void count_on(float* out, int i, bool rises, bool falls) {
  if (rises && i > 0) {
    out[i] = out[i - 1] + 1;
  } else if (falls && i < 63) {
    out[i] = out[i + 1] - 1;
  } else {
    out[i] = i + 1;
  }
}

__global__ void count_threads(float* out, int wrong) {
  count_on(out, threadIdx.x, wrong == 1, wrong == 2);
}

__global__ void count_blocks(float* out, int wrong) {
  count_on(out, blockIdx.x, wrong == 3, wrong == 4);
}

__global__ void copy_one(float* to, const float* from, int i) {
  to[i] = from[i];
}

__global__ void write_one(float* to, int i, float value) {
  to[i] = value;
}

void order(float* out, int wrong, float* more, cudaStream_t stream) {
  if (wrong < 3) count_threads<<<1, 64, 0, stream>>>(out, wrong);
  if (wrong == 3 || wrong == 4) count_blocks<<<64, 1, 0, stream>>>(out, wrong);
  if (wrong < 5) return;
  cudaStream_t other;
  cudaStreamCreate(&other);
  for (int i = 0; i < 64; ++i) write_one<<<1, 1, 0, other>>>(more, i, i + 1);
  if (wrong == 6) cudaStreamSynchronize(other);
  for (int i = 0; i < 64; ++i) copy_one<<<1, 1, 0, stream>>>(out, more, i);
  for (int i = 0; i < 64 && wrong == 6; ++i) write_one<<<1, 1, 0, other>>>(more, i, 0);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(other);
}
