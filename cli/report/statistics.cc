// SPDX-License-Identifier: MIT
#include "report/statistics.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>

namespace gpujob {

namespace {

using Difference = std::vector<double>::difference_type;

/// So few are sorted at once.
constexpr std::size_t kFewSamples = 64;
/// More are dealt out to bins, about so many a bin.
constexpr std::size_t kMany = 2048;
constexpr std::size_t kInABin = 32;

/// Where a quantile lies between two order statistics.
struct Percentile {
  std::size_t below = 0;
  double part = 0;

  Percentile(double p, std::size_t count) {
    const double place = p * static_cast<double>(count - 1);
    below = std::min(static_cast<std::size_t>(std::floor(place)), count - 1);
    part = below + 1 < count ? place - static_cast<double>(below) : 0;
  }
};

double between(double low, double high, double part) {
  return low + (part * (high - low));
}

struct Ends {
  double least = 0;
  double most = 0;
};

/// Four rows of comparisons side by side: each waits for its own last one only.
Ends ends_of(const std::vector<double>& samples) {
  std::array<double, 4> least{};
  std::array<double, 4> most{};
  least.fill(samples[0]);
  most.fill(samples[0]);
  for (std::size_t i = 0; i + 4 <= samples.size(); i += 4) {
    for (std::size_t k = 0; k < 4; ++k) {
      least[k] = std::min(least[k], samples[i + k]);
      most[k] = std::max(most[k], samples[i + k]);
    }
  }
  for (std::size_t i = samples.size() / 4 * 4; i < samples.size(); ++i) {
    least[0] = std::min(least[0], samples[i]);
    most[0] = std::max(most[0], samples[i]);
  }
  return {*std::min_element(least.begin(), least.end()),
          *std::max_element(most.begin(), most.end())};
}

}  // namespace

Ranked::Ranked(std::vector<double> samples) : samples_(std::move(samples)) {
  assert(!samples_.empty());
  if (samples_.size() <= kFewSamples) std::sort(samples_.begin(), samples_.end());
  if (samples_.size() > kMany) deal_out();
}

/// Bins of equal width from the least to the largest, in order, each in no order: without a branch
/// that the processor could mistake, which is what costs in finding a median.
void Ranked::deal_out() {
  const Ends ends = ends_of(samples_);
  const std::size_t bins = samples_.size() / kInABin;
  const double scale = static_cast<double>(bins - 1) / (ends.most - ends.least);
  if (!std::isfinite(scale)) return;  // all are equal, or as good as
  least_ = ends.least;
  scale_ = scale;
  std::vector<std::size_t> places(bins + 1);
  for (const double sample : samples_) ++places[bin_of(sample) + 1];
  for (std::size_t i = 1; i <= bins; ++i) places[i] += places[i - 1];
  std::vector<double> dealt(samples_.size());
  for (const double sample : samples_) dealt[places[bin_of(sample)]++] = sample;
  samples_.swap(dealt);
  ends_ = std::move(places);  // each place has moved on to the end of its bin
  ends_.pop_back();
}

std::size_t Ranked::bin_of(double sample) const {
  return static_cast<std::uint32_t>((sample - least_) * scale_);
}

double Ranked::at(std::size_t rank) {
  if (samples_.size() <= kFewSamples) return samples_[rank];
  const auto next = std::lower_bound(settled_.begin(), settled_.end(), rank);
  if (next != settled_.end() && *next == rank) return samples_[rank];
  std::size_t from = next == settled_.begin() ? 0 : *(next - 1) + 1;
  std::size_t to = next == settled_.end() ? samples_.size() : *next;
  if (!ends_.empty()) {
    const auto bin = std::upper_bound(ends_.begin(), ends_.end(), rank);
    if (bin != ends_.begin()) from = std::max(from, *(bin - 1));
    to = std::min(to, *bin);
  }
  const auto begin = samples_.begin();
  std::nth_element(begin + static_cast<Difference>(from), begin + static_cast<Difference>(rank),
                   begin + static_cast<Difference>(to));
  settled_.insert(next, rank);
  return samples_[rank];
}

double Ranked::median_distance(double middle) {
  if (!ends_.empty() && middle >= least_) return median_distance_by_bins(middle);
  std::vector<double> distances = samples_;
  for (double& distance : distances) distance = std::fabs(distance - middle);
  return Ranked(std::move(distances)).quantile(0.5);
}

/// Counts whole bins around the one of `middle` until they hold more than half of the samples: so
/// far the median distance reaches, give or take a bin. Only samples of the bins about there are
/// looked at one by one; a second bin of air on both sides is for rounding.
double Ranked::median_distance_by_bins(double middle) const {
  const std::size_t own = std::min(bin_of(middle), ends_.size() - 1);
  const auto first_of = [&](std::size_t reach) {
    return reach >= own ? 0 : ends_[own - reach - 1];
  };
  const auto end_of = [&](std::size_t reach) {
    return ends_[std::min(own + reach, ends_.size() - 1)];
  };
  std::size_t reach = 0;
  while (end_of(reach) - first_of(reach) < (size() / 2) + 2) ++reach;
  constexpr std::size_t kAir = 3;
  std::vector<double> near;
  const auto take = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) near.push_back(std::fabs(samples_[i] - middle));
  };
  std::size_t inside = 0;  // samples that are nearer than any of `near`
  if (reach < kAir) {
    take(first_of(reach + kAir), end_of(reach + kAir));
  } else {
    inside = end_of(reach - kAir) - first_of(reach - kAir);
    take(first_of(reach + kAir), first_of(reach - kAir));
    take(end_of(reach - kAir), end_of(reach + kAir));
  }
  const Percentile place(0.5, size());
  const auto at = near.begin() + static_cast<Difference>(place.below - inside);
  std::nth_element(near.begin(), at, near.end());
  return place.part == 0 ? *at : between(*at, *std::min_element(at + 1, near.end()), place.part);
}

double Ranked::quantile(double p) {
  const Percentile place(p, size());
  const double low = at(place.below);
  return place.part == 0 ? low : between(low, at(place.below + 1), place.part);
}

double quantile(const std::vector<double>& sorted, double p) {
  assert(!sorted.empty());
  const Percentile place(p, sorted.size());
  const double low = sorted[place.below];
  return place.part == 0 ? low : between(low, sorted[place.below + 1], place.part);
}

Summary summarise(Ranked& samples) {
  Summary summary;
  summary.count = samples.size();
  summary.median = samples.quantile(0.5);  // first: each further question has half the way
  summary.lower_quartile = samples.quantile(0.25);
  summary.upper_quartile = samples.quantile(0.75);
  summary.p95 = samples.quantile(0.95);
  summary.minimum = samples.at(0);
  summary.maximum = samples.at(samples.size() - 1);
  summary.mad = samples.median_distance(summary.median);
  return summary;
}

Summary summarise(std::vector<double> samples) {
  Ranked ranked(std::move(samples));
  return summarise(ranked);
}

}  // namespace gpujob
