// SPDX-License-Identifier: MIT
// Angles of the grid as exact integers, and the sine of a reduced angle.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/fast_sine.h"
#include "device/macros.h"
#include "device/simd.h"
#include "device/sum.h"

namespace gpujob::integrate2d {

using Turns = std::uint64_t;  ///< angle in 2^-64 of a full turn, wraps by itself

/// sin(angle) = sign * sin(t), |t| <= pi/2.
template <class A>
struct Reduced {
  A t;
  A sign;
};

template <class A>
GPUJOB_FN Reduced<A> reduce(Turns angle) {
  // Half turns are counted from the quarter on, where the sine is 1: that is where t jumps.
  const bool flipped = ((angle + (Turns{1} << 62)) >> 63) != 0;
  const auto halves = static_cast<std::int64_t>(angle << 1);
  A t;
  if constexpr (sizeof(A) == 4) {  // 7e-10 rad a bit is enough, and 32 bits convert faster
    t = static_cast<A>(static_cast<std::int32_t>(halves >> 32)) * A(7.31459039633579840e-10);
  } else {
    t = static_cast<A>(halves) * A(1.70306079004327729e-19);
  }
  return {t, flipped ? A(-1) : A(1)};
}

/// The angles of the grid: at(m) for the points with i + j + 1 == m, m < 2^24.
struct Lattice {
  Turns origin;                 ///< the phase
  Turns step;                   ///< h, and what is left of it
  std::uint64_t step_fraction;  ///< in 2^-32 of the last bit of step

  GPUJOB_FN Turns at(std::uint64_t m) const {
    return origin + m * step + ((m * step_fraction) >> 32);
  }
};

/// The sine of an exact angle, by the polynomial.
template <class A>
GPUJOB_FN A sine_of(Turns angle) {
  const Reduced<A> r = reduce<A>(angle);
  return r.sign * r.t * SineOverT<A>::at(r.t * r.t);
}

/// Columns [first, end) of row i, each by row.point(i, j).
template <class A, class Row, class Weights>
GPUJOB_FN A sum_of_points(const Row& row, std::size_t i, int first, int end, Weights weights) {
  constexpr int together = GPUJOB_GPU ? 1 : 16;  // for the compiler to vectorise
  A part[together] = {};
  int j = first;
  for (; j + together <= end; j += together) {
    for (int l = 0; l < together; ++l) part[l] += weights.of(row.point(i, j + l), j + l, Scalar{});
  }
  Sum<A> total;
  for (; j < end; ++j) total.add(weights.of(row.point(i, j), j, Scalar{}));
  for (const A& p : part) total.add(p);
  return total.value;
}

}  // namespace gpujob::integrate2d
