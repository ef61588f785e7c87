// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::polar_distance {

/// Pairs of points in polar coordinates: rho1, theta1, rho2, theta2, with rho in [0.5, 1.5) and
/// theta in [-3.140625, 3.140625), which is nearly a full turn and rounds nowhere.
template <class T>
struct Pairs {
  using Value = T;
  static constexpr int count = 4;
  Draw drawn[4];

  GPUJOB_FN T at(int which, std::size_t i) const {
    if (which % 2 == 0) return drawn[which].uniform<T>(i, T(0.5), T(1));
    return drawn[which].uniform<T>(i, T(-3.140625), T(6.28125));
  }
};

/// Compares every distance with that of the two points in float64.
template <class T>
Answer check(const Pairs<T>& pairs, const T* distances, std::size_t count);

extern template Answer check(const Pairs<float>&, const float*, std::size_t);
extern template Answer check(const Pairs<double>&, const double*, std::size_t);

}  // namespace gpujob::polar_distance
