// SPDX-License-Identifier: MIT
// What the host prepares for the bodies.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "workloads/integrate2d/grid.h"
#include "workloads/integrate2d/poly_rows.h"

namespace gpujob::integrate2d {

/// The phase as given, or anywhere in a full turn if it is to be drawn.
inline double draw_phase(const std::string& given, std::mt19937_64& random) {
  const double drawn = std::uniform_real_distribution<double>(0, two_pi)(random);
  return given == "drawn" ? drawn : std::strtod(given.c_str(), nullptr);
}

/// Points of the grid whose values are compared one by one.
inline std::vector<GridPoint> draw_points(int n, std::mt19937_64& random) {
  std::uniform_int_distribution<int> index(0, n - 1);
  std::vector<GridPoint> points(4096);
  for (GridPoint& point : points) point = {index(random), index(random)};
  return points;
}

inline std::size_t sums_of(int n, int rows_a_sum) {
  return static_cast<std::size_t>((n + rows_a_sum - 1) / rows_a_sum);
}

/// Row sums by polynomial, ready for any row.
template <class A, class Strips = NativeStrips>
PolyRow<A, Strips> poly_row(int n, double phase) {
  const long double turns = static_cast<long double>(phase) / (2 * std::acos(-1.0L));
  const auto steps = static_cast<std::uint64_t>(n);
  const std::uint64_t half_turn = std::uint64_t{1} << 63;
  const double h = pi / n;
  PolyRow<A, Strips> row;
  row.lattice.origin = static_cast<Turns>(std::ldexp(turns - std::floor(turns), 64));
  row.lattice.step = half_turn / steps;
  row.lattice.step_fraction = ((half_turn % steps) << 32) / steps;
  row.n = n;
  row.strip = row.longest;
  while (row.strip > row.shortest && h * row.strip / 2 > row.reach - pi / 2) row.strip /= 2;
  row.h = static_cast<A>(h);
  const int first = row.table < row.longest ? 0 : -row.longest / 2;
  for (int k = 0; k < row.table; ++k) row.offset[k] = static_cast<A>(h * (first + k));
  return row;
}

/// Columns of a piece of a row, if there are to be `pieces` of them at most.
template <class Row>
int piece_columns(const Row& row, int pieces) {
  const int strips = (row.n + row.strip - 1) / row.strip;
  return row.strip * ((strips + pieces - 1) / pieces);
}

/// One piece a row on a CPU, sixteen on a GPU, where 102400 rows alone would leave the last of a
/// few waves of blocks half empty.
inline constexpr int native_pieces = GPUJOB_GPU ? 16 : 1;

/// The values a variant adds for given points, by its own device function.
template <class Row, class S>
struct PointValues {
  Row row;
  const GridPoint* at;
  S* values;

  GPUJOB_FN void operator()(std::size_t k) const {
    values[k] = static_cast<S>(row.value(static_cast<std::size_t>(at[k].i), at[k].j));
  }
};

}  // namespace gpujob::integrate2d
