// SPDX-License-Identifier: MIT
// A train of pulses, max(sin(i / period) - 0.3, 0) * 100, then noise on it. Two kernels, and the array stays on
// the device between them.
#pragma once

#include <hip/hip_runtime.h>

__global__ void make_pulses(float* out, int n, float period) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = fmaxf(sinf(i / period) - 0.3f, 0.0f) * 100.0f;
}

__global__ void add_noise(const float* noise, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += noise[i];
}

void resident(const float* noise, float* out, int n, float period, int threads, hipStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  make_pulses<<<blocks, threads, 0, stream>>>(out, n, period);
  add_noise<<<blocks, threads, 0, stream>>>(noise, out, n);
}
