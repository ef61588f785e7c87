// SPDX-License-Identifier: MIT
// Two events and the time between them. Wrong: they have none; HIP's are made without saying that
// no fence is wanted, the time of which would be part of it.
#include <cuda_runtime.h>

#if defined(__HIP__)
constexpr unsigned kTimeAlone = hipEventDisableSystemFence;
#else
constexpr unsigned kTimeAlone = cudaEventDefault;
#endif

__global__ void write_between(float* out) {
  out[threadIdx.x] = threadIdx.x + 1;
}

void event(float* out, int wrong, float*, cudaStream_t stream) {
  unsigned flags = wrong == 1 ? cudaEventDisableTiming : wrong == 2 ? cudaEventDefault : kTimeAlone;
  cudaEvent_t before, after;
  cudaEventCreateWithFlags(&before, kTimeAlone);
  cudaEventCreateWithFlags(&after, flags);
  cudaEventRecord(before, stream);
  write_between<<<1, 64, 0, stream>>>(out);
  cudaEventRecord(after, stream);
  cudaEventSynchronize(after);
  float milliseconds;
  cudaEventElapsedTime(&milliseconds, before, after);
  cudaEventDestroy(before);
  cudaEventDestroy(after);
}
