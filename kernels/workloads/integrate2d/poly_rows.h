// SPDX-License-Identifier: MIT
// The variant `poly`: sin(x + y + phase) of each grid point by a polynomial of its own angle.
//
// The angle of point (i, j) is phase + (i + j + 1) h with n h = pi, so it depends on m = i + j + 1
// alone. It is kept as a fraction of a full turn in a 64-bit integer (2^64 is one turn): exact to
// 3e-19 turns for every m, and the wrap at a full turn costs nothing. Only the middle of a strip of
// columns is turned into a floating point angle t in [-pi/2, pi/2], with sin(angle) = +-sin(t); the
// other points of the strip are t + offset, and each has its own polynomial. A strip that would
// leave [-reach, reach] (the fit's interval is a little wider than a half period), and the columns
// left over at the end of a row, are reduced point by point.
//
// Worked example, n = 102400, float32, phase = 0, i = 0, columns 51200 to 51711. The middle column
// is 51456: m = 51457, a quarter turn and 0.00126 of a turn. Twice that, read as a signed number,
// is -0.49749 of a half turn, so t = -1.56291, and the angle is past the quarter, so the sign is
// -1: -sin(-1.56291) = 0.99997 = sin(1.57868). Half a strip is 256 h = 0.00785, |t| + 0.00785
// < 1.625: the strip is added up as -(sum of the polynomial at -1.56291 + offset).
//
// A point costs one addition (t), one multiplication (t^2), and for float32 (float64) four (seven)
// fused multiply-adds for the polynomial and one to add the value: 7 (10) operations. A degree-11
// polynomial over a whole period would be as exact and cost one more.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/macros.h"
#include "device/sum.h"
#include "device/wide.h"

namespace gpujob::integrate2d {

/// sin(t) / t as a polynomial of s = t * t, minimax of the absolute error of sin(t) over
/// [-1.625, 1.625] with leading coefficient 1. Error 6.7e-9 (float), 2.0e-16 (double).
template <class A>
struct SineOverT;

template <>
struct SineOverT<float> {
  template <class W>
  GPUJOB_FN static W at(const W& s) {
    W p = s * 2.58944108e-6f + -1.98016801e-4f;
    p = s * p + 8.33294708e-3f;
    p = s * p + -1.66666542e-1f;
    return s * p + 1.0f;
  }
};

template <>
struct SineOverT<double> {
  template <class W>
  GPUJOB_FN static W at(const W& s) {
    W p = s * -7.3451899832841969283e-13 + 1.6045617082811787572e-10;
    p = s * p + -2.5051794102176208083e-8;
    p = s * p + 2.7557315104171311805e-6;
    p = s * p + -1.9841269811604801835e-4;
    p = s * p + 8.3333333332277123307e-3;
    p = s * p + -1.6666666666665295682e-1;
    return s * p + 1.0;
  }
};

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

/// Sums of the rows of the grid, in arithmetic of type A.
template <class A>
struct PolyRow {
  static constexpr int strip = 2048 / static_cast<int>(sizeof(A));
  /// Offsets kept ready: on CPUs those of a whole strip (they stay in the L1 cache), on GPUs those
  /// of one unrolled group (they are operands in constant memory).
  static constexpr int table = GPUJOB_GPU ? 16 : strip;
  static constexpr A reach = A(1.625);

  Lattice lattice;
  int n;
  A h;
  alignas(GPUJOB_GPU ? sizeof(A) : 64) A offset[static_cast<std::size_t>(table)];

  /// Whole strips of columns start at multiples of `strip`; this is the middle of one.
  GPUJOB_FN Reduced<A> middle(std::size_t i, int first) const {
    return reduce<A>(lattice.at(i + static_cast<std::size_t>(first + strip / 2) + 1));
  }

  GPUJOB_FN bool fits(A t) const { return (t < 0 ? -t : t) + h * A(strip / 2) <= reach; }

  GPUJOB_FN A point(std::size_t i, int j) const {
    const Reduced<A> angle = reduce<A>(lattice.at(i + static_cast<std::size_t>(j) + 1));
    return angle.sign * angle.t * SineOverT<A>::at(angle.t * angle.t);
  }

  /// Columns [first, end) one by one.
  GPUJOB_FN A points(std::size_t i, int first, int end) const {
    constexpr int together = GPUJOB_GPU ? 1 : 16;  // for the compiler to vectorise
    A part[together] = {};
    int j = first;
    for (; j + together <= end; j += together) {
      for (int l = 0; l < together; ++l) part[l] += point(i, j + l);
    }
    Sum<A> total;
    for (; j < end; ++j) total.add(point(i, j));
    for (int l = 0; l < together; ++l) total.add(part[l]);
    return total.value;
  }

  /// Sum of sin(t + offset) over a strip around t, one value a lane.
  template <class Simd>
  GPUJOB_FN typename Simd::template Wide<A> strip_sum(A t, Simd simd) const {
    using Wide = typename Simd::template Wide<A>;
    constexpr int lanes = Simd::template lanes<A>;
    constexpr int vectors = GPUJOB_GPU ? table / lanes : 4;
    constexpr int group = vectors * lanes;
    Wide sum[2] = {};
    A along = -A(strip / 2);
    for (int k = 0; k < strip; k += group) {
      const A start = table < strip ? t + along * h : t;
      const A* offsets = table < strip ? offset : offset + k;
      GPUJOB_UNROLL(16)
      for (int v = 0; v < vectors; ++v) {
        const Wide angle = start + load(offsets + v * lanes, simd);
        sum[v % 2] = sum[v % 2] + angle * SineOverT<A>::at(Wide(angle * angle));
      }
      along += A(group);
    }
    return sum[0] + sum[1];
  }

  /// Sum over columns [first, end) of row i; `first` is a multiple of strip.
  template <class Simd>
  GPUJOB_FN A sum(std::size_t i, int first, int end, Simd simd) const {
    using Wide = typename Simd::template Wide<A>;
    Sum<Wide> lanes_total;
    Sum<A> total;
    int j = first;
    for (; j + strip <= end; j += strip) {
      const Reduced<A> angle = middle(i, j);
      if (__builtin_expect(static_cast<long>(fits(angle.t)), 1L) != 0) {
        lanes_total.add(angle.sign * strip_sum(angle.t, simd));
      } else {
        total.add(points(i, j, j + strip));
      }
    }
    total.add(points(i, j, end));
    for (int l = 0; l < Simd::template lanes<A>; ++l) {
      total.add(lane(lanes_total.value, l, simd));
      total.add(-lane(lanes_total.lost, l, simd));
    }
    return total.value;
  }

  /// The value that `sum` adds for column j.
  GPUJOB_FN A value(std::size_t i, int j) const {
    const int first = j / strip * strip;
    const Reduced<A> angle = middle(i, first);
    if (first + strip > n || !fits(angle.t)) return point(i, j);
    const int k = j - first;
    const A start = table < strip ? angle.t + A(k / table * table - strip / 2) * h : angle.t;
    const A t = start + offset[k % table];
    return angle.sign * t * SineOverT<A>::at(t * t);
  }
};

/// One piece of a row an item: rows lie side by side, so that the threads of a warp do the same.
/// Pieces of `columns` columns (a multiple of the strip) make enough items to fill a large GPU.
template <class A>
struct PolyPieces {
  static constexpr int threads = 128;
  PolyRow<A> row;
  int columns;
  A* parts;  ///< parts[piece * n + i]

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t item, Simd simd) const {
    const auto n = static_cast<std::size_t>(row.n);
    const std::size_t piece = item / n, i = item % n;
    const int first = static_cast<int>(piece) * columns;
    const int end = row.n - first < columns ? row.n : first + columns;
    parts[item] = row.sum(i, first, end, simd);
  }
};

/// The sum of row i from its pieces.
template <class A, class S>
struct FoldPieces {
  static constexpr int threads = 128;
  std::size_t n;
  int pieces;
  const A* parts;
  S* sums;

  GPUJOB_FN void operator()(std::size_t i) const {
    Sum<A> total;
    for (int p = 0; p < pieces; ++p) total.add(parts[static_cast<std::size_t>(p) * n + i]);
    sums[i] = static_cast<S>(total.value);
  }
};

}  // namespace gpujob::integrate2d
