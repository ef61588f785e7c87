// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace gpujob {

/// Quantile by linear interpolation of order statistics (type 7 of Hyndman and Fan 1996, the
/// default of R and NumPy). `sorted` is not empty and rising; `p` in [0, 1].
double quantile(const std::vector<double>& sorted, double p);

struct Summary {
  std::size_t count = 0;
  double minimum = 0, lower_quartile = 0, median = 0, upper_quartile = 0, maximum = 0;
  double mad = 0;  ///< median absolute deviation from the median, unscaled
};

/// `samples` is not empty.
Summary summarise(std::vector<double> samples);

}  // namespace gpujob
