// SPDX-License-Identifier: MIT
#include "report/rank_test.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "report/distribution.h"

namespace gpujob {

namespace {

constexpr std::size_t kTooManyForExact = 50;

/// What merging two sorted groups counts.
struct Merged {
  double u = 0;
  double ties = 0;  ///< sum of t^3 - t over runs of t equal values
};

Merged merge(const std::vector<double>& first, const std::vector<double>& second) {
  Merged merged;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < first.size() || j < second.size()) {
    const bool from_first = j == second.size() || (i < first.size() && first[i] <= second[j]);
    const double value = from_first ? first[i] : second[j];
    const std::size_t below = j;
    double own = 0;
    double others = 0;
    for (; i < first.size() && first[i] == value; ++i) ++own;
    for (; j < second.size() && second[j] == value; ++j) ++others;
    merged.u += own * (static_cast<double>(below) + (others / 2));
    const double equal = own + others;
    merged.ties += (equal * equal * equal) - equal;
  }
  return merged;
}

/// In how many of the orders of n and m values u is what: the recursion of Mann and Whitney 1947,
/// as the product of (1 - x^(m+i)) / (1 - x^i) for i = 1 … n.
std::vector<double> counts_of_u(std::size_t n, std::size_t m) {
  std::vector<double> counts((n * m) + 1, 0.0);
  counts[0] = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t u = counts.size(); u-- > m + i;) counts[u] -= counts[u - (m + i)];
    for (std::size_t u = i; u < counts.size(); ++u) counts[u] += counts[u - i];
  }
  return counts;
}

double exact_p(double u, std::size_t n, std::size_t m) {
  const std::vector<double> counts = counts_of_u(n, m);
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  const auto tail = static_cast<std::size_t>(std::min(u, static_cast<double>(n * m) - u));
  double in_tail = 0;
  for (std::size_t i = 0; i <= tail; ++i) in_tail += counts[i];
  return std::min(1.0, 2 * in_tail / total);
}

double normal_p(const Merged& merged, double n, double m) {
  const double all = n + m;
  const double variance = n * m / 12 * ((all + 1) - (merged.ties / (all * (all - 1))));
  if (variance <= 0) return 1;  // all values are equal
  const double distance = std::max(0.0, std::fabs(merged.u - (n * m / 2)) - 0.5);
  return std::min(1.0, 2 * normal_tail(distance / std::sqrt(variance)));
}

}  // namespace

RankTest rank_test(const std::vector<double>& first, const std::vector<double>& second) {
  assert(std::is_sorted(first.begin(), first.end()) && !first.empty());
  assert(std::is_sorted(second.begin(), second.end()) && !second.empty());
  const Merged merged = merge(first, second);
  const auto n = static_cast<double>(first.size());
  const auto m = static_cast<double>(second.size());
  RankTest test;
  test.u = merged.u;
  test.delta = (2 * merged.u / (n * m)) - 1;
  const bool few = first.size() < kTooManyForExact && second.size() < kTooManyForExact;
  test.method = few && merged.ties == 0 ? RankMethod::Exact : RankMethod::Normal;
  test.p = test.method == RankMethod::Exact ? exact_p(merged.u, first.size(), second.size())
                                            : normal_p(merged, n, m);
  return test;
}

double smallest_p(std::size_t n, std::size_t m) {
  double orders = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    orders *= static_cast<double>(m + i) / static_cast<double>(i);
  }
  return std::min(1.0, 2 / orders);
}

std::size_t fewest_values(double level) {
  std::size_t count = 1;
  while (smallest_p(count, count) > level) ++count;
  return count;
}

std::vector<double> holm(const std::vector<double>& p, std::size_t family) {
  assert(family >= p.size());
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> corrected(p.size());
  double so_far = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    so_far = std::max(so_far, p[order[i]] * static_cast<double>(family - i));
    corrected[order[i]] = std::min(1.0, so_far);
  }
  return corrected;
}

}  // namespace gpujob
