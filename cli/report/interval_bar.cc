// SPDX-License-Identifier: MIT
#include "report/interval_bar.h"

#include <algorithm>
#include <cmath>

namespace gpujob {

namespace {

constexpr std::size_t kWidth = 24;

Interval ends_of(const ComparedGroup& group) {
  return group.median.value_or(Interval{group.summary.median, group.summary.median});
}

}  // namespace

IntervalScale::IntervalScale(const std::vector<ComparedGroup>& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Interval ends = ends_of(groups[i]);
    low_ = i == 0 ? std::log(ends.low) : std::min(low_, std::log(ends.low));
    high_ = i == 0 ? std::log(ends.high) : std::max(high_, std::log(ends.high));
  }
}

std::size_t IntervalScale::place(double value) const {
  if (high_ <= low_) return kWidth / 2;
  const double share = (std::log(value) - low_) / (high_ - low_);
  return static_cast<std::size_t>(std::lround(share * static_cast<double>(kWidth - 1)));
}

std::string IntervalScale::bar(const ComparedGroup& group) const {
  const Interval ends = ends_of(group);
  const std::size_t low = place(ends.low);
  const std::size_t middle = place(group.summary.median);
  const std::size_t high = place(ends.high);
  std::string text;
  for (std::size_t i = 0; i < kWidth; ++i) {
    if (i == middle) {
      text += "●";
    } else if (i == low) {
      text += "├";
    } else if (i == high) {
      text += "┤";
    } else {
      text += i > low && i < high ? "─" : " ";
    }
  }
  return text;
}

}  // namespace gpujob
