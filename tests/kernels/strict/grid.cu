// SPDX-License-Identifier: MIT
// A grid has fewer than 2^31 blocks in a row. CUDA's have at most 65535 rows; HIP's fewer than
// 2^31, but a launch fewer than 2^32 threads.
#include <cuda_runtime.h>

__global__ void write_first(float* out) {
  if (blockIdx.y < 64) out[blockIdx.y] = blockIdx.y + 1;
}

void grid(float* out, int wrong, float*, cudaStream_t stream) {
  const dim3 blocks[] = {dim3(1, 65535),        dim3(1, 65536), dim3(1u << 31),
                         dim3(1, 1u << 31),     dim3(1u << 22), dim3((1u << 22) - 1),
                         dim3((1u << 31) - 1u)};
  write_first<<<blocks[wrong], wrong == 4 || wrong == 5 ? 1024 : 1, 0, stream>>>(out);
}
