// SPDX-License-Identifier: MIT
#include "workloads/peak/peak_reference.h"

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
  // x f + t has the fixed point t / (1 - f), and the distance to it shrinks by f each step.
  const double fixed = chain_term / (1 - chain_factor), shrunk = std::pow(chain_factor, steps);
  double sum = 0;
  for (int c = 0; c < 8; ++c) sum += fixed + shrunk * (c * chain_term - fixed);
  return sum;
}

double cosine_chains(int steps) {
  double sum = 0;
  for (int c = 0; c < 8; ++c) {
    double x = 0.125 * c;
    for (int k = 0; k < steps && k < 200; ++k) x = std::cos(x);  // after 200 it has arrived
    sum += x;
  }
  return sum;
}

Answer check_exact(const std::vector<double>& values, const std::vector<double>& expected,
                   const char* what) {
  return compare(values, expected, 1e-20, what);
}

}  // namespace gpujob::peak
