// SPDX-License-Identifier: MIT
#include "report/verdict.h"

#include <cmath>

#include "base/format.h"

namespace gpujob {

namespace {

/// Decimals that keep a factor near one from being printed as 1.00.
int decimals_for(double factor) {
  int decimals = 2;
  for (double step = 0.01; decimals < 5 && std::fabs(factor - 1) < step; step /= 10) ++decimals;
  return decimals;
}

const char* word_for(const Metric& metric, bool better) {
  if (metric.value == Metric::Value::Fraction) return better ? "higher" : "lower";
  return better ? "faster" : "slower";
}

}  // namespace

bool is_measured(const ComparedGroup& group) {
  return group.median && (group.mark.empty() || group.mark == "foreign");
}

bool is_trusted(const ComparedGroup& group, double level) {
  return is_measured(group) && group.runs >= fewest_values(1 - level);
}

bool tells_apart(const Contrast& contrast, double level) {
  const Interval& interval = contrast.interval;
  return (interval.low > 1 || interval.high < 1) && contrast.corrected <= 1 - level;
}

std::string verdict_of(const Contrast& contrast, const Metric& metric, double level) {
  const Interval& interval = contrast.interval;
  if (!tells_apart(contrast, level)) return "not distinguishable";
  const bool better = interval.low > 1;
  const double factor = better ? contrast.ratio : 1 / contrast.ratio;
  const double low = better ? interval.low : 1 / interval.high;
  const double high = better ? interval.high : 1 / interval.low;
  const int decimals = decimals_for(low);
  return format("{:.{}f}× {} ({:.{}f}–{:.{}f})", factor, decimals, word_for(metric, better), low,
                decimals, high, decimals);
}

}  // namespace gpujob
