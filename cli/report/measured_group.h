// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "report/bootstrap.h"
#include "report/comparison.h"
#include "report/launch_groups.h"
#include "report/nested_samples.h"

namespace gpujob {

/// A rank test over so many repeats finds whatever is worth finding.
constexpr std::size_t kMostRanked = 2000;

/// A group with what its contrasts are made from.
struct MeasuredGroup {
  ComparedGroup shown;
  std::vector<std::uint32_t> settings;  ///< of its launches, rising
  MedianEstimate estimate;
  std::vector<double> repeat_medians;  ///< sorted, at most some thousand; see NestedSamples
};

/// In the order of their labels. `stream`: of random numbers for the first of `groups`; groups that
/// are set against each other have one each.
std::vector<MeasuredGroup> measure_groups(const MeasurementTable& table, const Groups& groups,
                                          const CompareOptions& options, std::uint64_t stream = 0);

}  // namespace gpujob
