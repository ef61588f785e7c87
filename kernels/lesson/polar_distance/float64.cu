// SPDX-License-Identifier: MIT
// As library.cu, but a single constant of type double turns all of the arithmetic into float64, which many
// GPUs compute 32 or 64 times as slowly. The results are stored as float32: nothing is gained.
#include <cuda_runtime.h>

__device__ double x_of_double(float radius, float angle) { return radius * cos(1.0 * angle); }
__device__ double y_of_double(float radius, float angle) { return radius * sin(1.0 * angle); }

__global__ void distance_in_float64(const float* radius1, const float* angle1, const float* radius2,
                                    const float* angle2, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = x_of_double(radius1[i], angle1[i]) - x_of_double(radius2[i], angle2[i]);
  double y = y_of_double(radius1[i], angle1[i]) - y_of_double(radius2[i], angle2[i]);
  out[i] = sqrt(x * x + y * y);
}

void float64(const float* radius1, const float* angle1, const float* radius2, const float* angle2,
             float* out, int n, int threads, cudaStream_t stream) {
  int blocks = (n + threads - 1) / threads;
  distance_in_float64<<<blocks, threads, 0, stream>>>(radius1, angle1, radius2, angle2, out, n);
}
