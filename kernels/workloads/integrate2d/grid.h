// SPDX-License-Identifier: MIT
#pragma once

namespace gpujob::integrate2d {

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double two_pi = 2 * pi;

/// A point of the grid: x_i = h (i + 1/2), y_j = h (j + 1/2), h = pi / n.
struct GridPoint {
  int i;
  int j;
};

}  // namespace gpujob::integrate2d
