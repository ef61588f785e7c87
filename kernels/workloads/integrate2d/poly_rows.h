// SPDX-License-Identifier: MIT
// The variants `poly`, `sfu` and `hybrid`: sin(x + y + phase) of each grid point from its own
// angle.
//
// The angle of point (i, j) is phase + (i + j + 1) h with n h = width * pi, so it depends on m = i
// + j + 1 alone. It is kept as a fraction of a full turn in a 64-bit integer (2^64 is one turn):
// exact to 3e-19 turns for every m, and the wrap at a full turn costs nothing. Only the middle of a
// strip of columns is turned into a floating point angle t in [-pi/2, pi/2], with sin(angle) =
// +-sin(t); the other points of the strip are t + offset, and each has its own sine (sine.h). A
// strip that would leave [-reach, reach] (the fit's interval is a little wider than a half period),
// and the columns left over at the end of a row, are reduced point by point.
//
// Worked example, n = 102400, float32, phase = 0, i = 0, columns 51200 to 52223. The middle column
// is 51712: m = 51713, a quarter turn and 0.002505 of a turn. Twice that, read as a signed number,
// is -0.494990 of a half turn, so t = -1.555057, and the angle is past the quarter, so the sign is
// -1: -sin(-1.555057) = 0.999876 = sin(1.586535). Half a strip is 512 h = 0.015708, and
// |t| + 0.015708 < 1.625: the strip is added up as -(sum of the polynomial at -1.555057 + offset).
//
// A point costs one addition (t), one multiplication (t^2), and for float32 (float64) four (seven)
// fused multiply-adds for the polynomial and one to add the value: 7 (10) operations. A degree-11
// polynomial over a whole period would be as exact and cost one more.
#pragma once

#include <cstddef>
#include <type_traits>

#include "device/macros.h"
#include "device/simd.h"
#include "device/sum.h"
#include "workloads/integrate2d/angle.h"
#include "workloads/integrate2d/sine.h"
#include "workloads/integrate2d/weights.h"

namespace gpujob::integrate2d {

#if defined(__HIP__)
inline constexpr bool kAmd = true;
#else
inline constexpr bool kAmd = false;
#endif

/// How strips are worked on: columns of the longest one (a power of two), offsets kept ready, sums
/// carried side by side, vectors unrolled together.
struct CpuStrips {  // the offsets of a whole strip stay in the L1 cache
  template <class A>
  static constexpr int longest = sizeof(A) == 4 ? 1024 : 256;
  template <class A>
  static constexpr int table = longest<A>;
  template <class A>
  static constexpr int vectors = 4;
  static constexpr int sums = 2;
};
struct GpuStrips {  // the offsets of an unrolled group are operands in constant memory
  template <class A>
  static constexpr int longest = 512;
  /// 7 instructions of the loop are not of its points: 5.34 each on sm_90 in `hybrid`, with 16
  /// 5.56. AMD's compiler takes half as many registers more for 32, and spills some in float64.
  template <class A>
  static constexpr int vectors = sizeof(A) == 4 && !kAmd ? 32 : 16;
  template <class A>
  static constexpr int table = vectors<A>;
  static constexpr int sums = 4;
};
using NativeStrips = std::conditional_t<GPUJOB_GPU != 0, GpuStrips, CpuStrips>;

/// Sums of the rows of the grid, in arithmetic of type A.
template <class A, class Strips = NativeStrips, class Sine = Polynomial<A>>
struct PolyRow {
  static constexpr int longest = Strips::template longest<A>;
  static constexpr int table = Strips::template table<A>;
  static constexpr int vectors = Strips::template vectors<A>;
  static constexpr int shortest = 64;
  static constexpr A reach = A(1.625);

  Lattice lattice;
  int n;
  int strip;  ///< a power of two, so short that a strip around +-pi/2 stays in reach if that can be
  A h;
  alignas(GPUJOB_GPU ? sizeof(A) : 64) A offset[static_cast<std::size_t>(table)];

  GPUJOB_FN A point(std::size_t i, int j) const {
    const Reduced<A> angle = reduce<A>(lattice.at(i + static_cast<std::size_t>(j) + 1));
    return angle.sign * Sine::at(angle.t, j % vectors);
  }

  // In these, `width` is `strip`, as a constant where it can be one.

  /// The angle in the middle of the strip of columns that begins at `first`.
  GPUJOB_FN Reduced<A> middle(std::size_t i, int first, int width) const {
    return reduce<A>(lattice.at(i + static_cast<std::size_t>(first + width / 2) + 1));
  }

  GPUJOB_FN bool fits(A t, int width) const {
    return (t < 0 ? -t : t) + A(0.5) * A(width) * h <= reach;
  }

  /// Column k of a strip around t has the angle t + (k - width / 2) h. For the group of columns
  /// that begins at k: the ready offsets, and what they are added to.
  GPUJOB_FN const A* offsets(int k, int width) const {
    return table < longest ? offset : offset + (longest - width) / 2 + k;
  }
  GPUJOB_FN A start(A t, A k, int width) const {
    return table < longest ? t + (k - A(0.5) * A(width)) * h : t;
  }

  /// Sum of the sine over the strip of columns from `first` around t, one value per lane.
  template <class Simd, class Weights>
  GPUJOB_FN typename Simd::template Wide<A> strip_sum(A t, int first, int width, Simd simd,
                                                      Weights weights) const {
    using Wide = typename Simd::template Wide<A>;
    constexpr int lanes = Simd::template lanes<A>, group = vectors * lanes;
    Wide sum[Strips::sums] = {};
    A along = 0;
    for (int k = 0; k < width; k += group, along += A(group)) {
      const A from = start(t, along, width);
      const A* ready = offsets(k, width);
      GPUJOB_UNROLL(32)
      for (int v = 0; v < vectors; ++v) {
        const Wide angle = from + load(ready + v * lanes, simd);
        Wide& s = sum[v % Strips::sums];
        s = s + weights.of(Sine::at(angle, v), first + k + v * lanes, simd);
      }
    }
    GPUJOB_UNROLL(4)
    for (int v = 1; v < Strips::sums; ++v) sum[0] = sum[0] + sum[v];
    return sum[0];
  }

  template <class Simd, class Weights>
  GPUJOB_FN A strips_sum(std::size_t i, int first, int end, int width, Simd simd,
                         Weights weights) const {
    Sum<typename Simd::template Wide<A>> lanes_total;
    Sum<A> total;
    int j = first;
    for (; j + width <= end; j += width) {
      const Reduced<A> angle = middle(i, j, width);
      if (__builtin_expect(static_cast<long>(fits(angle.t, width)), 1L) != 0) {
        lanes_total.add(angle.sign * strip_sum(angle.t, j, width, simd, weights));
      } else {
        total.add(sum_of_points<A>(*this, i, j, j + width, weights));
      }
    }
    total.add(sum_of_points<A>(*this, i, j, end, weights));
    total.add_lanes(lanes_total, simd);
    return total.value;
  }

  /// Sum over columns [first, end) of row i; `first` is a multiple of strip.
  template <class Simd, class Weights = Unweighted>
  GPUJOB_FN A sum(std::size_t i, int first, int end, Simd simd, Weights weights = {}) const {
    if (!GPUJOB_GPU && strip == longest) return strips_sum(i, first, end, longest, simd, weights);
    return strips_sum(i, first, end, strip, simd, weights);
  }

  /// The value that `sum` adds for column j.
  template <class Simd>
  GPUJOB_FN A value(std::size_t i, int j, Simd /*simd*/) const {
    constexpr int lanes = Simd::template lanes<A>;
    const int first = j / strip * strip, k = j - first;
    const Reduced<A> angle = middle(i, first, strip);
    if (first + strip > n || !fits(angle.t, strip)) return point(i, j);
    const int into = table < longest ? k % table : 0;
    const A t = start(angle.t, A(k - into), strip) + offsets(k, strip)[into];
    return angle.sign * Sine::at(t, k / lanes % vectors);
  }
};

}  // namespace gpujob::integrate2d
