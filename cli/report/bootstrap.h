// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace gpujob {

struct Interval {
  double low = 0, high = 0;
};

/// The samples of one group, a list a launch: noise between launches is another source than noise
/// inside one, so both are drawn again. No list is empty.
using Launches = std::vector<std::vector<double>>;

/// How an interval was made; printed beside it.
struct Bootstrap {
  double level = 0.95;
  int resamples = 10000;  ///< fewer for very many samples, never under 1000
  std::uint64_t seed = 20261121;
};

/// Percentile bootstrap interval for the median of all samples: launches are drawn with
/// replacement, then samples within each drawn launch. `launches` holds at least one sample.
Interval bootstrap_median(const Launches& launches, const Bootstrap& how);

/// The same for median(a) / median(b), a and b drawn independently. Times are above zero.
Interval bootstrap_ratio(const Launches& a, const Launches& b, const Bootstrap& how);

}  // namespace gpujob
