// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "report/baselines.h"
#include "report/measured_group.h"

namespace gpujob {

/// Gives each group that has a baseline its contrast with it, with Holm's correction over all of
/// them, and its verdict.
void assess_significance(std::vector<MeasuredGroup>& groups, const Baselines& baselines,
                         const Metric& metric, const Bootstrap& how);

}  // namespace gpujob
