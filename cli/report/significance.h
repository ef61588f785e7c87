// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "report/baselines.h"
#include "report/measured_group.h"

namespace gpujob {

/// Gives each group that has a baseline its verdict, and where both are trusted and have runs
/// enough its contrast, with Holm's correction over `baselines.pairs`.
void assess_significance(std::vector<MeasuredGroup>& groups, const Baselines& baselines,
                         const Metric& metric, const Bootstrap& how);

}  // namespace gpujob
