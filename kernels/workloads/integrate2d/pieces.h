// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/macros.h"
#include "device/sum.h"
#include "workloads/integrate2d/grid.h"
#include "workloads/integrate2d/weights.h"

namespace gpujob::integrate2d {

/// One item per piece of a row: neighbouring rows are neighbouring items, so that the threads of a
/// warp do the same. Pieces of `columns` columns make enough items to fill a large GPU. Of `rows`
/// rows from `first`.
template <class A, class Row>
struct RowPieces {
  static constexpr int threads = 128;
  Row row;
  int columns;
  A* parts;  ///< parts[piece * rows + i]
  std::size_t first = 0;
  std::size_t rows = static_cast<std::size_t>(row.n);

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t item, Simd simd) const {
    put(item, simd, Unweighted{});
  }

  template <class Simd, class Weights>
  GPUJOB_FN void put(std::size_t item, Simd simd, Weights weights) const {
    const std::size_t piece = item / rows, i = first + item % rows;
    const int begin = static_cast<int>(piece) * columns;
    const int end = row.n - begin < columns ? row.n : begin + columns;
    parts[item] = row.sum(i, begin, end, simd, weights);
  }
};

/// The sum of row i from its pieces; `rows` as there.
template <class A, class S>
struct FoldPieces {
  static constexpr int threads = 128;
  std::size_t rows;
  int pieces;
  const A* parts;
  S* sums;

  GPUJOB_FN void operator()(std::size_t i) const {
    Sum<A> total;
    for (int p = 0; p < pieces; ++p) total.add(parts[static_cast<std::size_t>(p) * rows + i]);
    sums[i] = static_cast<S>(total.value);
  }
};

/// The values a variant adds for given points, by its own device function.
template <class A, class Row>
struct PointValues {
  Row row;
  const GridPoint* at;
  A* values;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t k, Simd simd) const {
    values[k] = row.value(static_cast<std::size_t>(at[k].i), at[k].j, simd);
  }
};

}  // namespace gpujob::integrate2d
