// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
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

struct Interval {
  double low = 0, high = 0;
};

/// Percentile bootstrap interval of `level` for median(a) / median(b), independent resampling,
/// own bounded draws from a fixed `seed` so that every machine prints the same numbers.
Interval bootstrap_ratio(const std::vector<double>& a, const std::vector<double>& b, double level,
                         int resamples, std::uint64_t seed);

/// The same for the median of one group.
Interval bootstrap_median(const std::vector<double>& samples, double level, int resamples,
                          std::uint64_t seed);

}  // namespace gpujob
