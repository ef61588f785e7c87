// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>

#include "device/ceiling.h"

namespace gpujob {

/// Chains of hardware sines, each of the value before: as fast as the special function units are.
/// On CPUs, which have none, the library's sine of one value at a time.
struct SineChains {
  static constexpr int chains = 8;
  float* out;
  int rounds;

  GPUJOB_FN static float sine(float x) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return __sinf(x);
#else
    return std::sin(x);
#endif
  }

  GPUJOB_FN void operator()(std::size_t i) const {
    float chain[chains];
    GPUJOB_UNROLL(8)
    for (int c = 0; c < chains; ++c) chain[c] = 1.0f + static_cast<float>(c);
    for (int r = 0; r < rounds; ++r) {
      GPUJOB_UNROLL(8)
      // NOLINTNEXTLINE(modernize-loop-convert): not every compiler unrolls those
      for (int c = 0; c < chains; ++c) chain[c] = sine(chain[c]);
    }
    float total = 0;
    GPUJOB_UNROLL(8)
    for (int c = 0; c < chains; ++c) total += chain[c];
    out[i] = total;
  }
};

/// Sines a second in float32. `units` as in Description.
inline double sine_ceiling(Queue& queue, int units) {
  Buffer<float> out(chain_items(units));
  const double rate = chain_rate<float>(queue, out.count(), SineChains{out.data(), 100});
  return rate / lanes_of<float>(queue);  // a chain is one value wide, on CPUs too
}

}  // namespace gpujob
