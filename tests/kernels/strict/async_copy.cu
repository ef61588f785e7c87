// SPDX-License-Identifier: MIT
// From sm_80 on a GPU copies to shared memory while the threads go on. Wrong: they do not wait for
// a copy; they leave the group out that they need; what they wait for is in no group; they read
// what others have copied without a barrier; they copy to what others still read; a copy begins or
// ends at an odd place, or is of 12 bytes.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void number_all(float* in) {
  in[threadIdx.x] = threadIdx.x + 1;
}

__global__ void turn_around(float* out, const float* in, int wrong) {
  __shared__ float tile[2][32];
  int t = threadIdx.x, back = 31 - t;
  __pipeline_memcpy_async(&tile[0][t], &in[t], 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&tile[1][t], &in[32 + t], 4);
  if (wrong != 3) __pipeline_commit();
  if (wrong != 1) __pipeline_wait_prior(1);
  if (wrong != 4) __syncthreads();
  out[back] = tile[0][back];
  __pipeline_wait_prior(wrong == 2 ? 1 : 0);
  if (wrong != 5) __syncthreads();
  out[32 + back] = tile[1][back];
}

__global__ void use_again(float* out, const float* in, int wrong) {
  __shared__ float tile[32];
  int t = threadIdx.x, back = 31 - t;
  for (int first = 0; first < 64; first += 32) {
    if (wrong != 6) __syncthreads();
    __pipeline_memcpy_async(&tile[t], &in[first + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[first + back] = tile[back];
  }
}

__global__ void copy_far(float* out, const float* in, int wrong) {
  __shared__ alignas(16) float tile[80];
  int t = 4 * threadIdx.x, from = wrong == 7 ? 1 : 0, to = wrong == 8 ? 1 : 0;
  __pipeline_memcpy_async(&tile[t + to], &in[t + from], wrong == 9 ? 12 : 16, wrong == 10 ? 8 : 0);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  for (int i = t; i < t + 4; ++i) out[i] = tile[i];
}

void async_copy(float* out, int wrong, float* in, cudaStream_t stream) {
  number_all<<<1, 64, 0, stream>>>(in);
  if (wrong < 6) {
    turn_around<<<1, 32, 0, stream>>>(out, in, wrong);
  } else if (wrong == 6 || wrong == 11) {
    use_again<<<1, 32, 0, stream>>>(out, in, wrong);
  } else {
    copy_far<<<1, 15, 0, stream>>>(out, in, wrong);
    copy_far<<<1, 1, 0, stream>>>(out + 60, in + 60, wrong);
  }
}
