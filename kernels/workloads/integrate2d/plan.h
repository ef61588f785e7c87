// SPDX-License-Identifier: MIT
// What the host prepares for the bodies. `width` is that of the square, in units of pi.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "harness/part.h"
#include "workloads/integrate2d/grid.h"
#include "workloads/integrate2d/library_rows.h"
#include "workloads/integrate2d/poly_rows.h"
#include "workloads/integrate2d/recurrence_rows.h"

namespace gpujob::integrate2d {

/// The phase as given, or anywhere in a full turn if it is to be drawn.
inline double draw_phase(const std::string& given, std::mt19937_64& random) {
  const double drawn = std::uniform_real_distribution<double>(0, kTwoPi)(random);
  return given == "drawn" ? drawn : std::strtod(given.c_str(), nullptr);
}

/// Points of some rows of the grid, whose values are compared one by one.
inline std::vector<GridPoint> draw_points(int n, Part rows, std::mt19937_64& random) {
  std::uniform_int_distribution<int> row(static_cast<int>(rows.first),
                                         static_cast<int>(rows.end()) - 1);
  std::uniform_int_distribution<int> column(0, n - 1);
  std::vector<GridPoint> points(4096);
  for (GridPoint& point : points) point = {row(random), column(random)};
  return points;
}

/// Of all rows.
inline std::vector<GridPoint> draw_points(int n, std::mt19937_64& random) {
  return draw_points(n, {0, static_cast<std::uint64_t>(n)}, random);
}

/// The first rows of some sums of `rows_a_sum` rows, which are added up once more with weights.
inline std::vector<int> draw_sums(Part rows, int rows_a_sum, std::mt19937_64& random) {
  const auto size = static_cast<std::uint64_t>(rows_a_sum);
  std::uniform_int_distribution<std::uint64_t> sum(0, (rows.count - 1) / size);
  std::vector<int> first(rows_a_sum == 1 ? 8 : 2);
  for (int& row : first) row = static_cast<int>(rows.first + sum(random) * size);
  return first;
}

inline std::size_t sums_of(int rows, int rows_a_sum) {
  return static_cast<std::size_t>((rows + rows_a_sum - 1) / rows_a_sum);
}

inline Lattice lattice_of(int n, double phase, double width) {
  const long double turns = static_cast<long double>(phase) / (2 * std::acos(-1.0L));
  const auto steps = static_cast<std::uint64_t>(n);
  const auto side = static_cast<std::uint64_t>(std::ldexp(static_cast<long double>(width), 63));
  return {static_cast<Turns>(std::ldexp(turns - std::floor(turns), 64)), side / steps,
          ((side % steps) << 32) / steps};
}

template <class A, class F = Integrand>
LibraryRow<A, F> library_row(int n, double phase, double width = 1) {
  return {n, width * kPi / n, phase};
}

template <class A>
LibmRow<A> libm_row(int n, double phase, double width = 1) {
  return {library_row<A>(n, phase, width), n};
}

/// Row sums from strips of columns, ready for any row.
template <class A, class Strips = NativeStrips, class Sine = Polynomial<A>>
PolyRow<A, Strips, Sine> poly_row(int n, double phase, double width = 1) {
  const double h = width * kPi / n;
  PolyRow<A, Strips, Sine> row;
  row.lattice = lattice_of(n, phase, width);
  row.n = n;
  row.strip = row.longest;
  while (row.strip > row.shortest && h * row.strip / 2 > row.reach - kPi / 2) row.strip /= 2;
  row.h = static_cast<A>(h);
  const int first = row.table < row.longest ? 0 : -row.longest / 2;
  for (int k = 0; k < row.table; ++k) row.offset[k] = static_cast<A>(h * (first + k));
  return row;
}

template <class A>
Rotation<A> step_by(double angle, const Rotation<A>* /*kind*/) {
  const double half = std::sin(angle / 2);
  return {static_cast<A>(std::sin(angle)), static_cast<A>(2 * half * half)};
}

template <class A>
Reinsch<A> step_by(double angle, const Reinsch<A>* /*kind*/) {
  const double half = std::sin(angle / 2);
  return {static_cast<A>(4 * half * half)};
}

/// Row sums from chains of columns, ready for any row. `columns`: of a piece.
template <class A, class Step>
RecurrenceRow<A, Step> recurrence_row(int n, double phase, double width, int columns) {
  const double h = width * kPi / n, turn = h * RecurrenceRow<A, Step>::stride;
  RecurrenceRow<A, Step> row;
  row.lattice = lattice_of(n, phase, width);
  row.n = n;
  row.columns = columns;
  row.step = step_by(turn, static_cast<const Step*>(nullptr));
  // cos(angle + o), or the difference of the sine there to the one a step before.
  const double scale = Step::differences ? 2 * std::sin(turn / 2) : 1;
  const double back = Step::differences ? turn / 2 : 0;
  for (int k = 0; k < row.table; ++k) {
    row.sine_from_sine[k] = static_cast<A>(std::cos(h * k));
    row.sine_from_cosine[k] = static_cast<A>(std::sin(h * k));
    row.second_from_sine[k] = static_cast<A>(-scale * std::sin(h * k - back));
    row.second_from_cosine[k] = static_cast<A>(scale * std::cos(h * k - back));
  }
  return row;
}

/// Columns of a piece of a row, a multiple of `strip`, if there are to be `pieces` of them at most.
inline int piece_columns(int n, int strip, int pieces) {
  const int strips = (n + strip - 1) / strip;
  return strip * ((strips + pieces - 1) / pieces);
}

/// One piece per row on a CPU, sixteen on a GPU, where 102400 rows alone would leave the last of a
/// few waves of blocks half empty.
inline constexpr int kNativePieces = GPUJOB_GPU ? 16 : 1;

}  // namespace gpujob::integrate2d
