// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/answer.h"
#include "workloads/integrate2d/grid.h"

namespace gpujob::integrate2d {

/// What a variant gave for sin(x + y + phase) on the n x n grid.
struct Sums {
  int n;
  double phase;
  int rows_a_sum;            ///< 1: a sum a row; 16: a sum a block of rows, the last may have fewer
  std::vector<double> sums;  ///< as stored by the device
};

struct Samples {
  std::vector<GridPoint> at;
  std::vector<double> values;  ///< as the variant's own device function gave them
};

/// Compares every sum with its closed form and every sample with the sine in long double.
/// `precision` is float32, float64 or mixed. No tolerance can be set from outside.
Answer check(const Sums& given, const Samples& samples, const std::string& precision);

/// The tolerance of a precision, relative to the largest value of the integrand.
double tolerance(const std::string& precision);

}  // namespace gpujob::integrate2d
