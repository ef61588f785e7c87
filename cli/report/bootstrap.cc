// SPDX-License-Identifier: MIT
#include "report/bootstrap.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "report/random.h"
#include "report/statistics.h"

// A resample is never sorted. Each sample is known by its rank among all samples of its group; a
// resample counts how often each rank was drawn, and its median is where the running count passes
// the middle. Example: samples 3, 5, 9 have ranks 0, 1, 2; the draws 2, 0, 2 give the counts
// 1, 0, 2, whose second of three is rank 2: the median is 9.

namespace gpujob {

namespace {

/// Draws that one interval may cost, about 0.1 s.
constexpr double kMaxDraws = 2e7;
constexpr int kMinResamples = 1000;

class Resampler {
 public:
  explicit Resampler(const Launches& launches) {
    for (const auto& launch : launches) sorted_.insert(sorted_.end(), launch.begin(), launch.end());
    assert(!sorted_.empty());
    std::sort(sorted_.begin(), sorted_.end());
    for (const auto& launch : launches) {
      std::vector<std::size_t>& ranks = ranks_.emplace_back();
      for (const double sample : launch) {
        const auto place = std::lower_bound(sorted_.begin(), sorted_.end(), sample);
        ranks.push_back(static_cast<std::size_t>(place - sorted_.begin()));
      }
    }
    counts_.resize(sorted_.size());
  }

  std::size_t size() const { return sorted_.size(); }

  /// Median of one resample.
  double draw(Random& random) {
    std::fill(counts_.begin(), counts_.end(), 0u);
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      const auto& ranks = ranks_[random.below(static_cast<std::uint32_t>(ranks_.size()))];
      const auto bound = static_cast<std::uint32_t>(ranks.size());
      for (std::uint32_t j = 0; j < bound; ++j) ++counts_[ranks[random.below(bound)]];
      drawn += ranks.size();
    }
    return middle(drawn);
  }

 private:
  /// The median of the drawn ranks: of an even number the mean of the two in the middle.
  double middle(std::size_t drawn) const {
    const double upper = at((drawn / 2) + 1);
    return drawn % 2 == 1 ? upper : (at(drawn / 2) + upper) / 2;
  }

  /// The n-th drawn sample from below, from 1.
  double at(std::size_t n) const {
    std::size_t passed = 0;
    std::size_t rank = 0;
    while ((passed += counts_[rank]) < n) ++rank;
    return sorted_[rank];
  }

  std::vector<double> sorted_;
  std::vector<std::vector<std::size_t>> ranks_;
  std::vector<std::uint32_t> counts_;
};

int affordable(const Bootstrap& how, std::size_t samples) {
  const int most = static_cast<int>(kMaxDraws / static_cast<double>(samples));
  return std::clamp(most, std::min(kMinResamples, how.resamples), how.resamples);
}

Interval percentiles(std::vector<double> drawn, double level) {
  std::sort(drawn.begin(), drawn.end());
  const double tail = (1 - level) / 2;
  return {quantile(drawn, tail), quantile(drawn, 1 - tail)};
}

}  // namespace

Interval bootstrap_median(const Launches& launches, const Bootstrap& how) {
  Resampler group(launches);
  Random random(how.seed);
  std::vector<double> medians(static_cast<std::size_t>(affordable(how, group.size())));
  for (double& median : medians) median = group.draw(random);
  return percentiles(std::move(medians), how.level);
}

Interval bootstrap_ratio(const Launches& a, const Launches& b, const Bootstrap& how) {
  Resampler over(a);
  Resampler under(b);
  Random random(how.seed);
  std::vector<double> ratios(static_cast<std::size_t>(affordable(how, over.size() + under.size())));
  for (double& ratio : ratios) {
    const double numerator = over.draw(random);
    ratio = numerator / under.draw(random);
  }
  return percentiles(std::move(ratios), how.level);
}

}  // namespace gpujob
