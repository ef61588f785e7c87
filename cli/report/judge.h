// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "report/measured_group.h"

namespace gpujob {

/// Gives each group its contrast with `groups[baseline]`, with Holm's correction over all of them,
/// and its verdict.
void judge(std::vector<MeasuredGroup>& groups, std::size_t baseline, const Metric& metric,
           const Bootstrap& how);

}  // namespace gpujob
