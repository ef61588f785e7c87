// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "report/nested_samples.h"
#include "report/statistics.h"

namespace gpujob {

struct Interval {
  double low = 0, high = 0;
};

/// How intervals are made; printed beside them.
struct Bootstrap {
  double level = 0.95;
  std::size_t resamples = 10000;
  std::uint64_t seed = 20261121;
};

/// Groups with more repeats or samples than these get the bootstrap's normal limit.
constexpr std::size_t kMostRepeats = 20;
constexpr std::size_t kMostSamples = 200;

/// The median of a group and how far chance may have moved it.
struct MedianEstimate {
  double median = 0;
  Interval interval;
  /// Medians of the resamples, in no order; empty where the interval is the bootstrap's normal
  /// limit.
  std::vector<double> draws;
};

/// Bootstrap interval for the median of all samples (not empty, above zero): runs are drawn with
/// replacement, then launches within each, then samples. `ranked` holds the same samples. `stream`
/// keeps the draws of two groups apart.
MedianEstimate estimate_median(const NestedSamples& samples, Ranked& ranked, const Bootstrap& how,
                               std::uint64_t stream);

/// The interval of median(over) / median(under), drawn independently.
Interval ratio_interval(const MedianEstimate& over, const MedianEstimate& under,
                        const Bootstrap& how);

}  // namespace gpujob
