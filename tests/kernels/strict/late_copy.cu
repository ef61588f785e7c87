// SPDX-License-Identifier: MIT
// Locked memory is read when the copy happens; so is other memory by HIP, while CUDA reads it before
// the call returns. Wrong: it is changed before the stream was waited for.
#include <cuda_runtime.h>

struct Locked {
  float values[64];
  Locked() { cudaHostRegister(values, sizeof values, 0); }
};

void late_copy(float* out, int wrong, float*, cudaStream_t stream) {
  static Locked locked;
  static float usual[64];
  float* values = wrong == 2 ? usual : locked.values;
  for (int i = 0; i < 64; ++i) values[i] = i + 1;
  cudaMemcpyAsync(out, values, 64 * sizeof(float), cudaMemcpyHostToDevice, stream);
  if (!wrong) cudaStreamSynchronize(stream);
  values[63] = 0;
}
