// SPDX-License-Identifier: MIT
// A grid has at most 65535 rows, and fewer than 2^31 blocks in one.
#include <cuda_runtime.h>

__global__ void write_first(float* out) {
  if (blockIdx.y < 64) out[blockIdx.y] = blockIdx.y + 1;
}

void grid(float* out, int wrong, float*, cudaStream_t stream) {
  dim3 blocks(1, 65535);
  if (wrong == 1) blocks.y = 65536;
  if (wrong == 2) blocks = dim3(1u << 31);
  write_first<<<blocks, 1, 0, stream>>>(out);
}
