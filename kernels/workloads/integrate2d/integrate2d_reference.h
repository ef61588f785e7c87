// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/answer.h"
#include "harness/part.h"
#include "workloads/integrate2d/grid.h"

namespace gpujob::integrate2d {

/// What a variant gave for sin(x + y + phase) on the n x n grid.
struct Sums {
  int n;
  double phase;
  double width;              ///< of the square, in units of pi
  int rows_a_sum;            ///< 1: one sum per row; 16: per block of rows, the last may have fewer
  std::vector<double> sums;  ///< as stored by the device
  std::optional<Part> rows{};  ///< that they are of, from the beginning of a block on; absent: all
};

struct Samples {
  std::vector<GridPoint> at;
  std::vector<double> values;  ///< as the variant's own device function gave them
};

/// Sums of some rows, or blocks of rows, by the same code, each column with a weight.
struct WeighedSums {
  std::vector<double> weights;  ///< of the columns
  std::vector<int> rows;        ///< where each sum begins
  std::vector<double> sums;
};

/// Compares every sum with its closed form and every sample with the sine in long double, as
/// exactly as the variant can be in a precision (float32, float64 or mixed), and the weighed sums,
/// if there are any, with what they are in float64.
Answer check(const Sums& given, const Samples& samples, const std::string& variant,
             const std::string& precision, const WeighedSums& weighed = {});

}  // namespace gpujob::integrate2d
