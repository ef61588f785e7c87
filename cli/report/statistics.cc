// SPDX-License-Identifier: MIT
#include "report/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gpujob {

double quantile(const std::vector<double>& sorted, double p) {
  assert(!sorted.empty());
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  if (below + 1 >= sorted.size()) return sorted.back();
  const double part = place - static_cast<double>(below);
  return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

Summary summarise(std::vector<double> samples) {
  assert(!samples.empty());
  std::sort(samples.begin(), samples.end());
  Summary summary;
  summary.count = samples.size();
  summary.minimum = samples.front();
  summary.lower_quartile = quantile(samples, 0.25);
  summary.median = quantile(samples, 0.5);
  summary.upper_quartile = quantile(samples, 0.75);
  summary.maximum = samples.back();
  for (double& sample : samples) sample = std::fabs(sample - summary.median);
  std::sort(samples.begin(), samples.end());
  summary.mad = quantile(samples, 0.5);
  return summary;
}

}  // namespace gpujob
