// SPDX-License-Identifier: MIT
// Runs the bodies of integrate2d on this machine's cores, as the program does.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "device/buffer.h"
#include "device/launch.h"
#include "workloads/integrate2d/integrate2d_reference.h"
#include "workloads/integrate2d/library_rows.h"
#include "workloads/integrate2d/plan.h"
#include "workloads/integrate2d/poly_rows.h"

namespace gpujob::integrate2d {

/// What a variant gave: the row or block sums and the sampled points.
struct Outcome {
  Sums sums;
  Samples samples;
};

/// Values of `count` drawn points by the variant's own function.
template <class S, class Row>
Samples sample(Queue& queue, const Row& row, const std::vector<GridPoint>& points) {
  Buffer<GridPoint> at(points.size());
  Buffer<S> values(points.size());
  at.from_host(queue, points.data());
  values.poison(queue);
  for_each<128>(queue, points.size(), 64, PointValues<Row, S>{row, at.data(), values.data()});
  return {points, std::vector<double>(values.data(), values.data() + values.count())};
}

template <class S>
Sums read(int n, double phase, int rows_a_sum, const Buffer<S>& sums) {
  return {n, phase, rows_a_sum, std::vector<double>(sums.data(), sums.data() + sums.count())};
}

template <class A, class S, class F = Integrand>
Outcome run_naive(Queue& queue, int n, double phase, const std::vector<GridPoint>& points) {
  const LibraryRow<A, F> row{n, pi / n, phase};
  Buffer<S> sums(sums_of(n, 1));
  sums.poison(queue);
  for_each<16>(queue, sums.count(), 4, NaiveRows<A, S, F>{row, sums.data()});
  return {read(n, phase, 1, sums), sample<S>(queue, row, points)};
}

template <class A, class S, class F = Integrand>
Outcome run_shared(Queue& queue, int n, double phase, const std::vector<GridPoint>& points) {
  const LibraryRow<A, F> row{n, pi / n, phase};
  Buffer<S> sums(sums_of(n, 16));
  sums.poison(queue);
  for_each_block(queue, sums.count(), SharedBlocks<A, S, F>{row, sums.data()});
  return {read(n, phase, 16, sums), sample<S>(queue, row, points)};
}

/// What a GPU does with an item, done on a CPU: one value at a time.
template <class A>
struct AsOnGpu {
  PolyPieces<A, GpuStrips> pieces;
  GPUJOB_FN void operator()(std::size_t item) const { pieces(item, Scalar{}); }
};

/// With `pieces` a row; GpuStrips and pieces are the way that GPUs go.
template <class A, class S, class Strips = CpuStrips>
Outcome run_poly(Queue& queue, int n, double phase, const std::vector<GridPoint>& points,
                 int pieces = 1) {
  const auto row = poly_row<A, Strips>(n, phase);
  const int columns = piece_columns(row, pieces);
  const int made = (n + columns - 1) / columns;
  const auto rows = static_cast<std::size_t>(n);
  Buffer<A> parts(rows * static_cast<std::size_t>(made));
  Buffer<S> sums(rows);
  parts.poison(queue);
  sums.poison(queue);
  const PolyPieces<A, Strips> body{row, columns, parts.data()};
  if constexpr (std::is_same_v<Strips, GpuStrips>) {
    for_each<128>(queue, parts.count(), 8, AsOnGpu<A>{body});
  } else {
    for_each<128>(queue, parts.count(), 8, body);
  }
  for_each<128>(queue, rows, 1024, FoldPieces<A, S>{rows, made, parts.data(), sums.data()});
  return {read(n, phase, 1, sums), sample<S>(queue, row, points)};
}

}  // namespace gpujob::integrate2d
