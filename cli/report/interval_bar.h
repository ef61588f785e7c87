// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/comparison.h"

namespace gpujob {

/// One logarithmic scale for the intervals of all groups, so that equal factors are equally long.
class IntervalScale {
 public:
  explicit IntervalScale(const std::vector<ComparedGroup>& groups);

  /// "    ├──●─┤      ": the interval and its median; only the median without an interval.
  std::string bar(const ComparedGroup& group) const;

 private:
  std::size_t place(double value) const;

  double low_ = 0, high_ = 0;  ///< logarithms
};

}  // namespace gpujob
