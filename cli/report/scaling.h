// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/comparison.h"
#include "report/measured_group.h"

namespace gpujob {

/// Does `by` count devices and not say which? Then rows of scaling name theirs.
bool hides_device(const std::vector<std::string>& by);

/// How a workload gains by more devices, of groups by "gpus" (and other keys: a series each).
/// `strong`: groups of the same parameters; `weak`: of other sizes with as much work a device. Of
/// one device and backend in each series; see launch_groups.
/// Rows by series, strong before weak, by number of devices; a series of one number has none.
/// Nothing where the metric is a share, or "gpus" is not in `by`.
std::vector<ScalingRow> scaling_of(const std::vector<MeasuredGroup>& strong,
                                   const std::vector<MeasuredGroup>& weak,
                                   const MeasurementTable& table, const CompareOptions& options);

}  // namespace gpujob
