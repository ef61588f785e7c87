// SPDX-License-Identifier: MIT
#include "workloads/peak/peak_reference.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "harness/json.h"
#include "workloads/peak/chains.h"

namespace gpujob::peak {

namespace {

Answer compare(const std::vector<double>& values, const std::vector<double>& expected,
               double tolerance, const char* what) {
  Answer answer;
  answer.tolerance = tolerance;
  answer.worst.what = what;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double difference = std::fabs(values[i] - expected[i]);
    const double size = expected[i] == 0 ? 1 : std::fabs(expected[i]);
    const double error = std::isfinite(difference) ? difference / size : HUGE_VAL;
    if (error > answer.worst.error) answer.worst = {error, i, what};
    answer.value += values[i];
    answer.reference += expected[i];
  }
  answer.error = std::fabs(answer.value - answer.reference);
  answer.valid = !values.empty() && answer.worst.error <= tolerance;
  if (!answer.valid) {
    answer.problem = std::string(what) + " " + std::to_string(answer.worst.index) + " is off by " +
                     number_text(answer.worst.error);
  }
  return answer;
}

}  // namespace

Answer check_chains(const std::vector<double>& values, double expected, double tolerance) {
  return compare(values, std::vector<double>(values.size(), expected), tolerance, "item");
}

double multiply_add_chains(int steps) {
  // Chain c begins with c terms and adds one per step.
  double sum = 0;
  for (int c = 0; c < 8; ++c) sum += (c + static_cast<double>(steps)) * kChainTerm;
  return sum;
}

// The chains are exact, and so are the sums of eight chains and up to 16 lanes of them before
// 2^24 / 128 steps: one step of 100000, the most there may be, is five times the tolerance.
double multiply_add_tolerance(bool single) {
  return single ? 2e-6 : 1e-12;
}

double cosine_chains(int steps) {
  double sum = 0;
  for (int c = 0; c < 8; ++c) {
    double x = 0.125 * c;
    for (int k = 0; k < steps; ++k) x += std::cos(x) / steps;
    sum += x;
  }
  return sum;
}

// Each step rounds x, which is below 1.4, by half of 2^-23 at most: 6e-8, and 3e-8 where it is
// below 1, as most are. Relative to 1 that is at most 5e-8 per step (float64: 1e-16). Up to 2000
// steps the 3.6e-7 that a special function unit is off count more. Of 2000 steps one left out is
// 2e-4 of the sum; of 20000, where 1e-3 is allowed, 50 are; of 100000, the most there may be, one
// in 50. Beyond 2e7 even zeros would pass.
double cosine_tolerance(int steps, bool single) {
  return std::max(single ? 1e-4 : 1e-12, steps * (single ? 5e-8 : 1e-16));
}

Answer check_exact(const std::vector<double>& values, const std::vector<double>& expected,
                   const char* what) {
  return compare(values, expected, 1e-20, what);
}

}  // namespace gpujob::peak
