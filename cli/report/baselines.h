// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "report/blocks.h"

namespace gpujob {

/// By group, the number of the one that it is set against: its own for a baseline, nothing where it
/// has none, and then its verdict says so.
using Baselines = std::vector<std::optional<std::size_t>>;

/// Of each block the group with the label `options.baseline`, else the first whose values of keys
/// that are no parameters are that label or that group's; without the option the first of all.
/// Fails with ExitCode::Usage where no group has the label.
Result<Baselines> choose_baselines(std::vector<MeasuredGroup>& groups, const Blocks& blocks,
                                   const CompareOptions& options);

}  // namespace gpujob
