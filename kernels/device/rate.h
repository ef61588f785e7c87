// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

namespace gpujob {

/// Work per second that a device reached in several rounds.
struct Rate {
  double median = 0, best = 0;
};

/// Of rounds of `work` that took these seconds.
inline Rate rate_of(double work, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  const auto at = [&](std::size_t k) { return work / std::max(seconds[k], 1e-9); };
  return {at(seconds.size() / 2), at(0)};
}

}  // namespace gpujob
