// SPDX-License-Identifier: MIT
// Runs the bodies of integrate2d on this machine's cores, as the program does.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "device/buffer.h"
#include "device/launch.h"
#include "workloads/integrate2d/integrate2d_reference.h"
#include "workloads/integrate2d/pieces.h"
#include "workloads/integrate2d/plan.h"

namespace gpujob::integrate2d {

/// What a variant gave: the row or block sums and the sampled points.
struct Outcome {
  Sums sums;
  Samples samples;
};

/// The problem that a variant is given.
struct Problem {
  int n;
  double phase;
  double width = 1;
  std::vector<GridPoint> points;
};

/// Values of the drawn points by the variant's own function, stored as S.
template <class A, class S, class Row>
Samples sample(Queue& queue, const Row& row, const std::vector<GridPoint>& points) {
  Buffer<GridPoint> at(points.size());
  Buffer<A> values(points.size());
  at.from_host(queue, points.data());
  values.poison(queue);
  for_each<128>(queue, points.size(), 64, PointValues<A, Row>{row, at.data(), values.data()});
  Samples samples{points, {}};
  for (std::size_t k = 0; k < values.count(); ++k) {
    samples.values.push_back(static_cast<double>(static_cast<S>(values.data()[k])));
  }
  return samples;
}

template <class S>
Sums read(const Problem& problem, int rows_a_sum, const Buffer<S>& sums) {
  return {problem.n, problem.phase, problem.width, rows_a_sum,
          std::vector<double>(sums.data(), sums.data() + sums.count())};
}

template <class A, class S, class F = Integrand>
Outcome run_naive(Queue& queue, const Problem& problem) {
  const auto row = library_row<A, F>(problem.n, problem.phase, problem.width);
  Buffer<S> sums(sums_of(problem.n, 1));
  sums.poison(queue);
  for_each<16>(queue, sums.count(), 4, NaiveRows<A, S, F>{row, sums.data()});
  return {read(problem, 1, sums), sample<A, S>(queue, row, problem.points)};
}

template <class A, class S, class F = Integrand>
Outcome run_shared(Queue& queue, const Problem& problem) {
  const auto row = library_row<A, F>(problem.n, problem.phase, problem.width);
  Buffer<S> sums(sums_of(problem.n, 16));
  sums.poison(queue);
  for_each_block(queue, sums.count(), SharedBlocks<A, S, F>{row, sums.data()});
  return {read(problem, 16, sums), sample<A, S>(queue, row, problem.points)};
}

/// Pieces of `columns` columns by `row`, of all rows or of some.
template <class A, class S, class Row>
Outcome run_pieces(Queue& queue, const Problem& problem, const Row& row, int columns,
                   std::optional<Part> some = {}) {
  const int made = (problem.n + columns - 1) / columns;
  const Part part = some.value_or(Part{0, static_cast<std::uint64_t>(problem.n)});
  const auto rows = static_cast<std::size_t>(part.count);
  Buffer<A> parts(rows * static_cast<std::size_t>(made));
  Buffer<S> sums(rows);
  parts.poison(queue);
  sums.poison(queue);
  for_each<128>(queue, parts.count(), 8,
                RowPieces<A, Row>{row, columns, parts.data(), part.first, rows});
  for_each<128>(queue, rows, 1024, FoldPieces<A, S>{rows, made, parts.data(), sums.data()});
  Sums given = read(problem, 1, sums);
  given.rows = some;
  return {given, sample<A, S>(queue, row, problem.points)};
}

/// Drawn rows added up once more with weights.
template <class A, class S, class Row>
WeighedSums weigh_pieces(Queue& queue, const Problem& problem, const Row& row, int columns) {
  std::mt19937_64 random(13);
  const std::vector<A> weights = draw_weights<A>(problem.n, random);
  const Part all{0, static_cast<std::uint64_t>(problem.n)};
  WeighedSums weighed{{weights.begin(), weights.end()}, draw_sums(all, 1, random), {}};
  const int made = (problem.n + columns - 1) / columns;
  Buffer<A> parts(static_cast<std::size_t>(made));
  using Pieces = RowPieces<A, Row>;
  for (const int i : weighed.rows) {
    const Pieces pieces{row, columns, parts.data(), static_cast<std::size_t>(i), 1};
    S sum = 0;
    for_each<128>(queue, parts.count(), 8, WeighedBody<A, Pieces>{pieces, {weights.data()}});
    for_each<128>(queue, 1, 1024, FoldPieces<A, S>{1, made, parts.data(), &sum});
    weighed.sums.push_back(static_cast<double>(sum));
  }
  return weighed;
}

/// In `pieces` pieces a row.
template <class A, class S, class Sine = Polynomial<A>>
Outcome run_strips(Queue& queue, const Problem& problem, int pieces = 1) {
  const auto row = poly_row<A, CpuStrips, Sine>(problem.n, problem.phase, problem.width);
  return run_pieces<A, S>(queue, problem, row, piece_columns(problem.n, row.strip, pieces));
}

/// A row whose bodies see one value at a time, as on GPUs.
template <class A, class Row>
struct Single {
  Row row;
  int n;
  template <class Simd, class Weights>
  GPUJOB_FN A sum(std::size_t i, int first, int end, Simd, Weights weights) const {
    return row.sum(i, first, end, Scalar{}, weights);
  }
  template <class Simd>
  GPUJOB_FN A value(std::size_t i, int j, Simd) const {
    return row.value(i, j, Scalar{});
  }
};

/// As GPUs do it: their strips, 16 pieces, one value at a time.
template <class A, class S, class Sine = Polynomial<A>>
Outcome run_gpu_strips(Queue& queue, const Problem& problem) {
  using Row = PolyRow<A, GpuStrips, Sine>;
  const Row row = poly_row<A, GpuStrips, Sine>(problem.n, problem.phase, problem.width);
  return run_pieces<A, S>(queue, problem, Single<A, Row>{row, problem.n},
                          piece_columns(problem.n, row.strip, 16));
}

template <class A, class S>
Outcome run_libm(Queue& queue, const Problem& problem) {
  return run_pieces<A, S>(queue, problem, libm_row<A>(problem.n, problem.phase, problem.width),
                          piece_columns(problem.n, 64, 3));
}

template <class A, class S, class Step>
Outcome run_chains(Queue& queue, const Problem& problem, int pieces) {
  using Row = RecurrenceRow<A, Step>;
  const int columns = piece_columns(problem.n, Row::stride, pieces);
  const Row row = recurrence_row<A, Step>(problem.n, problem.phase, problem.width, columns);
  if (pieces == 1) return run_pieces<A, S>(queue, problem, row, columns);
  return run_pieces<A, S>(queue, problem, Single<A, Row>{row, problem.n}, columns);
}

}  // namespace gpujob::integrate2d
