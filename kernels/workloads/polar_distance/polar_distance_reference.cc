// SPDX-License-Identifier: MIT
#include "workloads/polar_distance/polar_distance_reference.h"

#include <cmath>

#include "harness/elements.h"

namespace gpujob::polar_distance {

// The coordinates rho cos(theta), rho sin(theta) err by 3 u of up to 1.5 each and their differences
// by as much again: the distance has an absolute error of up to 9 u, typically 2 u, whatever its
// size. So distances below 1 count as 1. `half_angle` errs by u pi / 2 in the angle, 2.4 u in its
// sine (a GPU's fast one: 2^-21.4 = 6 u of 1) times up to 3: 20 u = 1.2e-6 at the very most, and a
// quarter of that in the mean of squares: 1e-6 for a block, and 1.5e-6 for a list that may be one
// element. On cores blocks err by 6.6e-8.
template <class T>
Answer check(const Pairs<T>& pairs, const T* distances, std::size_t count) {
  const auto part = [&](int which, std::size_t i) {
    return static_cast<double>(pairs.at(which, i));
  };
  return check_elements(
      count, [&](std::size_t i) { return static_cast<double>(distances[i]); },
      [&](std::size_t i) {
        const double rho1 = part(0, i), theta1 = part(1, i), rho2 = part(2, i), theta2 = part(3, i);
        return std::hypot(rho1 * std::cos(theta1) - rho2 * std::cos(theta2),
                          rho1 * std::sin(theta1) - rho2 * std::sin(theta2));
      },
      {sizeof(T) == 4 ? 1e-6 : 1e-14, 1, "element", sizeof(T) == 4 ? 1.5e-6 : 0});
}

template Answer check(const Pairs<float>&, const float*, std::size_t);
template Answer check(const Pairs<double>&, const double*, std::size_t);

}  // namespace gpujob::polar_distance
