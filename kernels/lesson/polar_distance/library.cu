// SPDX-License-Identifier: MIT
// Distances between pairs of points given by radius and angle. What each thread does with one pair is in
// functions of the device, which a kernel calls as any other function.
#include <cuda_runtime.h>

__device__ float x_of(float radius, float angle) { return radius * cosf(angle); }
__device__ float y_of(float radius, float angle) { return radius * sinf(angle); }

__global__ void distance_of_pair(const float* radius1, const float* angle1, const float* radius2,
                                 const float* angle2, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = x_of(radius1[i], angle1[i]) - x_of(radius2[i], angle2[i]);
  float y = y_of(radius1[i], angle1[i]) - y_of(radius2[i], angle2[i]);
  out[i] = sqrtf(x * x + y * y);
}

void library(const float* radius1, const float* angle1, const float* radius2, const float* angle2,
             float* out, int n, int threads, cudaStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  distance_of_pair<<<blocks, threads, 0, stream>>>(radius1, angle1, radius2, angle2, out, n);
}
