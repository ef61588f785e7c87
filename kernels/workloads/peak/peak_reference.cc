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

double multiply_add_chains(int steps, bool single) {
  // Chain c begins with c terms and adds one a step; float32 has no whole numbers beyond 2^24.
  const double most = single ? 0x1p24 : 0x1p53;
  double sum = 0;
  for (int c = 0; c < 8; ++c)
    sum += std::min<double>(c + static_cast<double>(steps), most) * chain_term;
  return sum;
}

// The chains are exact. Adding eight chains and up to 16 lanes of them rounds 22 times at most,
// each to u, and not at all before 2^24 / 128 steps: 1.3e-6 with u = 2^-24. One step of 500000
// shows.
double multiply_add_tolerance(bool single) {
  return single ? 2e-6 : 1e-12;
}

double cosine_chains(int steps) {
  double sum = 0;
  for (int c = 0; c < 8; ++c) {
    double x = 0.125 * c;
    if (steps <= 1000000) {
      for (int k = 0; k < steps; ++k) x += std::cos(x) / steps;
    } else {  // so fine that it is the solution of x' = cos x at 1, but for 2e-7
      x = std::atan(std::sinh(std::asinh(std::tan(x)) + 1));
    }
    sum += x;
  }
  return sum;
}

// Each step rounds x, which is below 1.4, by half of 2^-23 at most: 6e-8, and 3e-8 where it is
// below 1, as most are. Relative to 1 that is 5e-8 a step at the very most (float64: 1e-16). Up to
// 2000 steps the 3.6e-7 that a special function unit is off count more. Of 2000 steps one left out
// is 2e-4 of the sum; of 20000, where 1e-3 is allowed, 50 are.
double cosine_tolerance(int steps, bool single) {
  return std::max(single ? 1e-4 : 1e-12, steps * (single ? 5e-8 : 1e-16));
}

Answer check_exact(const std::vector<double>& values, const std::vector<double>& expected,
                   const char* what) {
  return compare(values, expected, 1e-20, what);
}

}  // namespace gpujob::peak
