// SPDX-License-Identifier: MIT
#include "report/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace gpujob {

namespace {

using Difference = std::vector<double>::difference_type;

/// So few are sorted at once.
constexpr std::size_t kFew = 64;
/// More are dealt out to bins, about so many a bin.
constexpr std::size_t kMany = 2048;
constexpr std::size_t kInABin = 32;

/// Where a quantile lies between two order statistics.
struct Place {
  std::size_t below = 0;
  double part = 0;

  Place(double p, std::size_t count) {
    const double place = p * static_cast<double>(count - 1);
    below = std::min(static_cast<std::size_t>(std::floor(place)), count - 1);
    part = below + 1 < count ? place - static_cast<double>(below) : 0;
  }
};

double between(double low, double high, double part) {
  return low + (part * (high - low));
}

}  // namespace

Ranked::Ranked(std::vector<double> samples) : samples_(std::move(samples)) {
  assert(!samples_.empty());
  if (samples_.size() <= kFew) std::sort(samples_.begin(), samples_.end());
  if (samples_.size() > kMany) deal_out();
}

/// Bins of equal width from the least to the largest, in order, each in no order: without a branch
/// that the processor could mistake, which is what costs in finding a median.
void Ranked::deal_out() {
  double least = samples_[0];
  double most = samples_[0];
  for (const double sample : samples_) {
    least = std::min(least, sample);
    most = std::max(most, sample);
  }
  const std::size_t bins = samples_.size() / kInABin;
  const double scale = static_cast<double>(bins - 1) / (most - least);
  if (!std::isfinite(scale)) return;  // all are equal, or as good as
  const auto bin_of = [&](double sample) {
    return static_cast<std::uint32_t>((sample - least) * scale);
  };
  std::vector<std::size_t> places(bins + 1);
  for (const double sample : samples_) ++places[bin_of(sample) + 1];
  for (std::size_t i = 1; i <= bins; ++i) places[i] += places[i - 1];
  std::vector<double> dealt(samples_.size());
  for (const double sample : samples_) dealt[places[bin_of(sample)]++] = sample;
  samples_.swap(dealt);
  ends_ = std::move(places);  // each place has moved on to the end of its bin
  ends_.pop_back();
}

double Ranked::at(std::size_t rank) {
  if (samples_.size() <= kFew) return samples_[rank];
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

double Ranked::quantile(double p) {
  const Place place(p, size());
  const double low = at(place.below);
  return place.part == 0 ? low : between(low, at(place.below + 1), place.part);
}

double quantile(const std::vector<double>& sorted, double p) {
  assert(!sorted.empty());
  const Place place(p, sorted.size());
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
  std::vector<double> deviations = samples.samples();
  const auto [least, most] = std::minmax_element(deviations.begin(), deviations.end());
  summary.minimum = *least;
  summary.maximum = *most;
  for (double& deviation : deviations) deviation = std::fabs(deviation - summary.median);
  summary.mad = Ranked(std::move(deviations)).quantile(0.5);
  return summary;
}

Summary summarise(std::vector<double> samples) {
  Ranked ranked(std::move(samples));
  return summarise(ranked);
}

}  // namespace gpujob
