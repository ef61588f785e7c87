// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::gaussian_pdf {

/// Mean and deviation of the curve.
struct Curve {
  double mean;
  double deviation;
};

/// Where the density is wanted: uniform in [-3, 3).
template <class T>
struct Places {
  using Value = T;
  static constexpr int count = 1;
  Draw x;

  GPUJOB_FN T at(int /*which*/, std::size_t i) const { return x.uniform<T>(i, T(-3), T(6)); }
};

/// Compares every density with exp(-((x - mean) / deviation)^2 / 2) / (deviation sqrt(2 pi)) in
/// float64. `precision` is float32, float64 or mixed.
template <class T>
Answer check(const Places<T>& places, const Curve& curve, const T* densities, std::size_t count,
             const std::string& precision);

extern template Answer check(const Places<float>&, const Curve&, const float*, std::size_t,
                             const std::string&);
extern template Answer check(const Places<double>&, const Curve&, const double*, std::size_t,
                             const std::string&);

}  // namespace gpujob::gaussian_pdf
