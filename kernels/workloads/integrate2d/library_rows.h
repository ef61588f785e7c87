// SPDX-License-Identifier: MIT
// The variants `naive`, `shared` (one thread per row) and `libm`: the library's sine at each point.
#pragma once

#include <cmath>
#include <cstddef>

#include "device/macros.h"
#include "device/simd.h"
#include "device/sum.h"
#include "workloads/integrate2d/grid.h"
#include "workloads/integrate2d/library_sine.h"
#include "workloads/integrate2d/weights.h"

namespace gpujob::integrate2d {

struct Integrand {
  template <class A>
  GPUJOB_FN static A at(A x_and_phase, A y) {
    return std::sin(x_and_phase + y);
  }
};

/// Sums of F over the rows of the grid, in arithmetic of type A. h is the width of a cell.
template <class A, class F = Integrand>
struct LibraryRow {
  int n;
  double h;
  double phase;

  /// x_i + phase, less a full turn where that keeps the angles of the row within [-3 pi/2, 3 pi/2]:
  /// once per row, in float64, so that a float32 angle is not rounded more than it must be.
  GPUJOB_FN A start(std::size_t i) const {
    const double angle = phase + h * (static_cast<double>(i) + 0.5);
    return static_cast<A>(
        angle >= 0.5 * kPi ? (angle >= 2.5 * kPi ? angle - 4 * kPi : angle - 2 * kPi) : angle);
  }

  GPUJOB_FN A y(int j) const { return static_cast<A>(h) * (static_cast<A>(j) + A(0.5)); }

  GPUJOB_FN A angle(A x, int j) const { return x + y(j); }

  GPUJOB_FN A value_from(A x, int j) const { return F::at(x, y(j)); }

  template <class Simd>
  GPUJOB_FN A value(std::size_t i, int j, Simd /*simd*/) const {
    return value_from(start(i), j);
  }

  /// Short plain sums, added up with care: a plain float32 sum of 100000 terms would lose 5e-6.
  template <class Weights = Unweighted>
  GPUJOB_FN A sum(std::size_t i, Weights weights = {}) const {
    constexpr int piece = 64;
    const A x = start(i);
    Sum<A> total;
    for (int j = 0; j < n; j += piece) {
      const int end = n - j < piece ? n : j + piece;
      A part = 0;
      for (int k = j; k < end; ++k) part += weights.of(value_from(x, k), k, Scalar{});
      total.add(part);
    }
    return total.value;
  }
};

/// `libm`: pieces of a row, as wide as the library's sine comes.
template <class A>
struct LibmRow {
  LibraryRow<A> row;
  int n;

  template <class Simd>
  GPUJOB_FN A value(std::size_t i, int j, Simd simd) const {
    using Wide = typename Simd::template Wide<A>;
    return lane(library_sine<A>(Wide{} + row.angle(row.start(i), j), simd), 0, simd);
  }

  /// Sum over columns [first, end) of row i.
  template <class Simd, class Weights = Unweighted>
  GPUJOB_FN A sum(std::size_t i, int first, int end, Simd simd, Weights weights = {}) const {
    using Wide = typename Simd::template Wide<A>;
    constexpr int lanes = Simd::template lanes<A>, piece = 64 * lanes;
    const A x = row.start(i);
    Wide along{};
    if constexpr (lanes > 1) {
      for (int l = 0; l < lanes; ++l) along[l] = A(l);
    }
    Sum<Wide> wide_total;
    int j = first;
    while (j + lanes <= end) {
      Wide part{};
      const int stop = end - j < piece ? end : j + piece;
      for (; j + lanes <= stop; j += lanes) {
        const Wide angle = x + A(row.h) * (along + (A(j) + A(0.5)));
        part = part + weights.of(library_sine<A>(angle, simd), j, simd);
      }
      wide_total.add(part);
    }
    Sum<A> total;
    for (; j < end; ++j) total.add(weights.of(value(i, j, simd), j, Scalar{}));
    total.add_lanes(wide_total, simd);
    return total.value;
  }
};

/// `naive`: one row per thread, its sum to global memory. Rows from `first` on.
template <class A, class S, class F = Integrand>
struct NaiveRows {
  static constexpr int threads = 16;  ///< as in the lesson; a warp has 32
  LibraryRow<A, F> row;
  S* sums;
  std::size_t first = 0;

  GPUJOB_FN void operator()(std::size_t i) const { put(i, Scalar{}, Unweighted{}); }

  template <class Simd, class Weights>
  GPUJOB_FN void put(std::size_t i, Simd /*simd*/, Weights weights) const {
    sums[i] = static_cast<S>(row.sum(first + i, weights));
  }
};

/// `shared`: one row per thread, the rows of a block added pairwise in shared memory, one value per
/// block to global memory. Rows [first, end).
template <class A, class S, class F = Integrand>
struct SharedBlocks {
  static constexpr int threads = 16;
  static constexpr int phases = 6;  ///< fill, strides 1, 2, 4, 8, store
  struct Shared {
    A sum[threads];
  };
  struct Private {};

  LibraryRow<A, F> row;
  S* sums;
  std::size_t first = 0;
  std::size_t end = static_cast<std::size_t>(row.n);

  GPUJOB_FN void phase(int p, std::size_t block, int thread, Shared& shared, Private&) const {
    step(p, block, thread, shared, Unweighted{});
  }

  template <class Weights>
  GPUJOB_FN void step(int p, std::size_t block, int thread, Shared& shared, Weights weights) const {
    const std::size_t i = first + block * threads + static_cast<std::size_t>(thread);
    const int stride = 1 << (p - 1 < 0 ? 0 : p - 1);
    if (p == 0) {
      shared.sum[thread] = i < end ? row.sum(i, weights) : A(0);
    } else if (p < phases - 1) {
      if (thread % (2 * stride) == 0) shared.sum[thread] += shared.sum[thread + stride];
    } else if (thread == 0) {
      sums[block] = static_cast<S>(shared.sum[0]);
    }
  }
};

}  // namespace gpujob::integrate2d
