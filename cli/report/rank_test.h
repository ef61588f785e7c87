// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace gpujob {

/// How the chance of a rank test was found.
enum class RankMethod { Exact, Normal };

/// Mann and Whitney's test of whether one of two groups tends to larger values.
struct RankTest {
  double u = 0;      ///< pairs in which the value of the first group is larger, ties half
  double p = 1;      ///< two-sided
  double delta = 0;  ///< Cliff's delta: 2 u / (n m) - 1, from -1 (first always smaller) to 1
  RankMethod method = RankMethod::Normal;
};

/// Exact where both groups have less than 50 values and no two are equal, else the normal
/// approximation, corrected for ties and for continuity: the rule of R's wilcox.test. Both groups
/// are sorted and hold something.
RankTest rank_test(const std::vector<double>& first, const std::vector<double>& second);

/// The smallest p that the exact test can reach with groups of these sizes: 2 / C(n + m, n).
double smallest_p(std::size_t n, std::size_t m);

/// The fewest values per group with which the exact test can reach `level`: 4 at 0.05.
std::size_t fewest_values(double level);

/// Holm's step-down correction (Holm 1979) of p values, in their order. `family`: how many tests
/// there could have been, at least as many as values; the first of them may have been chosen by
/// looking at the data.
std::vector<double> holm(const std::vector<double>& p, std::size_t family);

}  // namespace gpujob
