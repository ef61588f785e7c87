// SPDX-License-Identifier: MIT
// As parameters.cu, but mean and deviation are in constant memory: written by the host, read by all threads
// through a cache of its own. This suits tables that are too large for arguments.
#include <cuda_runtime.h>

__constant__ float curve[2];  // mean, deviation

__global__ void density_of_curve(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float away = (x[i] - curve[0]) / curve[1];
  out[i] = expf(-0.5f * away * away) / (curve[1] * 2.5066283f);
}

void constant(const float* x, float* out, int n, float mean, float deviation, int threads,
              cudaStream_t stream) {
  float values[2] = {mean, deviation};
  (void)cudaMemcpyToSymbol(curve, values, sizeof values);  // the harness asks for errors after the launch
  int blocks = (n + threads - 1) / threads;
  density_of_curve<<<blocks, threads, 0, stream>>>(x, out, n);
}
