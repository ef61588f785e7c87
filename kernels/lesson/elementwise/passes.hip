// SPDX-License-Identifier: MIT
// 2 sin x + sqrt |x| as an array library does it: a kernel for each operation. Five passes over memory move 44
// bytes per element where 8 are needed.
#include <hip/hip_runtime.h>

__device__ int own() { return blockIdx.x * blockDim.x + threadIdx.x; }  // the element of this thread

__global__ void sine_of(const float* x, float* out, int n) {
  if (own() < n) out[own()] = sinf(x[own()]);
}

__global__ void twice(float* out, int n) {
  if (own() < n) out[own()] *= 2;
}

__global__ void size_of(const float* x, float* out, int n) {
  if (own() < n) out[own()] = fabsf(x[own()]);
}

__global__ void root_of(float* out, int n) {
  if (own() < n) out[own()] = sqrtf(out[own()]);
}

__global__ void sum_of(const float* x, float* out, int n) {
  if (own() < n) out[own()] += x[own()];
}

void passes(const float* x, float* between, float* out, int n, int threads, hipStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  sine_of<<<blocks, threads, 0, stream>>>(x, out, n);
  twice<<<blocks, threads, 0, stream>>>(out, n);
  size_of<<<blocks, threads, 0, stream>>>(x, between, n);
  root_of<<<blocks, threads, 0, stream>>>(between, n);
  sum_of<<<blocks, threads, 0, stream>>>(between, out, n);
}
