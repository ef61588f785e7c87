// SPDX-License-Identifier: MIT
#pragma once

namespace gpujob::integrate2d {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kTwoPi = 2 * kPi;

/// A point of the grid: x_i = h (i + 1/2), y_j = h (j + 1/2), h = pi / n.
struct GridPoint {
  int i;
  int j;
};

}  // namespace gpujob::integrate2d
