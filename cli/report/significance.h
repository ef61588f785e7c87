// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "report/baselines.h"
#include "report/measured_group.h"

namespace gpujob {

/// Runs per group that a verdict needs, so that the rank test can reach the level after Holm's
/// correction over `pairs`.
std::size_t runs_needed(std::size_t pairs, double level);

/// Gives each group that has a baseline its verdict, and where both are trusted and have runs
/// enough its contrast, with Holm's correction over `baselines.pairs`. Answers with the verdicts
/// between the groups of `baselines.same_device`.
std::vector<SameDevice> assess_significance(std::vector<MeasuredGroup>& groups,
                                            const Baselines& baselines, const Metric& metric,
                                            const Bootstrap& how);

}  // namespace gpujob
