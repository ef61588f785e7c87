// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>

#include "device/ceiling.h"

namespace gpujob {

/// Chains of cosines, each of the value before: as fast as the special function units are, whose
/// sine takes as long. On CPUs, and in float64, which have no such unit, the library's. Whatever
/// they begin with, chains end at the number that is its own cosine, 0.739085.
template <class T>
struct CosineChains {
  static constexpr int chains = 8;
  T* out;
  int rounds;

  GPUJOB_FN static T cosine(T x) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    if constexpr (sizeof(T) == 4) return __cosf(x);
#endif
    return std::cos(x);
  }

  GPUJOB_FN static T start(int chain) {
    return T(0.125) * T(chain);
  }

  GPUJOB_FN void operator()(std::size_t i) const {
    T chain[chains];
    GPUJOB_UNROLL(8)
    for (int c = 0; c < chains; ++c) chain[c] = start(c);
    for (int r = 0; r < rounds; ++r) {
      GPUJOB_UNROLL(8)
      // NOLINTNEXTLINE(modernize-loop-convert): not every compiler unrolls those
      for (int c = 0; c < chains; ++c) chain[c] = cosine(chain[c]);
    }
    T total = 0;
    GPUJOB_UNROLL(8)
    // NOLINTNEXTLINE(modernize-loop-convert): as above
    for (int c = 0; c < chains; ++c) total += chain[c];
    out[i] = total;
  }
};

/// Special functions a second. `units` as in Description.
template <class T>
double sine_ceiling(Queue& queue, int units) {
  Buffer<T> out(chain_items(units));
  const double rate = chain_rate<T>(queue, out.count(), CosineChains<T>{out.data(), 100});
  return rate / lanes_of<T>(queue);  // a chain is one value wide, on CPUs too
}

}  // namespace gpujob
