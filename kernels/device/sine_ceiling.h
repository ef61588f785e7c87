// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>

#include "device/ceiling.h"

namespace gpujob {

/// Chains of cosines, each of the value before: as fast as the special function units, whose sine
/// takes as long. CPUs and float64 have no such unit and use the library's cosine.
///
/// A chain x = cos x would end at 0.739085 after 60 steps, whatever the number of steps. So each
/// step adds step * cos x: with rounds * step = 1 a chain goes from 0 to 0.8658, and its value
/// proves every step. The multiply-add does not slow it down: on NVIDIA the special function unit
/// is 4 to 8 times slower, on AMD it replaces the product that would bring the angle to turns,
/// which is what that unit takes.
template <class T>
struct CosineChains {
  static constexpr int chains = 8;
  T* out;
  int rounds;
  T step;

#if defined(__HIP_DEVICE_COMPILE__)
  static constexpr double radians = sizeof(T) == 4 ? 6.283185307179586 : 1;  ///< of a unit of angle
#else
  static constexpr double radians = 1;
#endif

  GPUJOB_FN static T cosine(T x) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) == 4) return __cosf(x);
#elif defined(__HIP_DEVICE_COMPILE__)
    if constexpr (sizeof(T) == 4) return __builtin_amdgcn_cosf(x);
#endif
    return std::cos(x);
  }

  GPUJOB_FN static T start(int chain) {
    return T(0.125 / radians) * T(chain);
  }

  GPUJOB_FN void operator()(std::size_t i) const {
    T chain[chains];
    GPUJOB_UNROLL(8)
    for (int c = 0; c < chains; ++c) chain[c] = start(c);
    const T moved = step * T(1 / radians);
    for (int r = 0; r < rounds; ++r) {
      GPUJOB_UNROLL(8)
      // NOLINTNEXTLINE(modernize-loop-convert): not every compiler unrolls those
      for (int c = 0; c < chains; ++c) chain[c] += moved * cosine(chain[c]);
    }
    T total = 0;
    GPUJOB_UNROLL(8)
    // NOLINTNEXTLINE(modernize-loop-convert): as above
    for (int c = 0; c < chains; ++c) total += chain[c];
    out[i] = total * T(radians);
  }
};

/// Special functions per second. `units` as in Description.
template <class T>
Rate sine_ceiling(Queue& queue, int units) {
  Buffer<T> out(chain_items(units));
  Rate rate = chain_rate<T>(queue, out.count(), CosineChains<T>{out.data(), 100, T(1e-6)});
  for (double* each : {&rate.median, &rate.best}) *each /= lanes_of<T>(queue);  // one value wide
  return rate;
}

}  // namespace gpujob
