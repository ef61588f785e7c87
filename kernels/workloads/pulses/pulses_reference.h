// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::pulses {

inline constexpr double kAmplitude = 100;

/// Numbers of the samples, 0 to n - 1, and noise with a deviation of 3.
template <class T>
struct Signal {
  using Value = T;
  static constexpr int count = 2;
  Draw noise;

  GPUJOB_FN T at(int which, std::size_t i) const {
    return which == 0 ? static_cast<T>(i) : noise.normal<T>(i, 0, 3);
  }
};

/// Compares every sample with max(sin(i / period) - 0.3, 0) * amplitude + noise in float64;
/// `period` is n / 23.
template <class T>
Answer check(const Signal<T>& signal, const T* samples, std::size_t count);

extern template Answer check(const Signal<float>&, const float*, std::size_t);
extern template Answer check(const Signal<double>&, const double*, std::size_t);

}  // namespace gpujob::pulses
