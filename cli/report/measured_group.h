// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "report/bootstrap.h"
#include "report/comparable.h"
#include "report/comparison.h"
#include "report/nested_samples.h"

namespace gpujob {

/// A rank test over so many repeats finds whatever is worth finding.
constexpr std::size_t kMostRanked = 2000;

/// A group with what its contrasts are made from.
struct MeasuredGroup {
  ComparedGroup shown;
  std::vector<std::uint32_t> settings;  ///< of its launches, rising
  MedianEstimate estimate;
  std::vector<double> samples;         ///< in no order; of very many repeats, of some thousand
  std::vector<double> repeat_medians;  ///< sorted, at most some thousand; see NestedSamples
};

/// `launches`, some of `all`, by the values of `options.by`, by label. Groups that differ only in
/// what was computed (variants, parameters) have one device: a median over two devices is the time
/// of neither, and a difference between variants on two devices may be one between the devices. On
/// a curve along a parameter they have one backend too. `stream`: of random numbers for the first
/// group; groups that are set against each other have one each.
std::vector<MeasuredGroup> measure_groups(const MeasurementTable& table, Comparable& all,
                                          const LaunchesBySetting& launches,
                                          const CompareOptions& options, std::uint64_t stream = 0);

}  // namespace gpujob
