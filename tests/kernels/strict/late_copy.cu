// SPDX-License-Identifier: MIT
// Locked memory is read when the copy happens. Wrong: it is changed before the stream was waited for.
#include <cuda_runtime.h>

struct Locked {
  float values[64];
  Locked() { cudaHostRegister(values, sizeof values, 0); }
};

void late_copy(float* out, int wrong, float*, cudaStream_t stream) {
  static Locked locked;
  for (int i = 0; i < 64; ++i) locked.values[i] = i + 1;
  cudaMemcpyAsync(out, locked.values, sizeof locked.values, cudaMemcpyHostToDevice, stream);
  if (!wrong) cudaStreamSynchronize(stream);
  locked.values[63] = 0;
}
