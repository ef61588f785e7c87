// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/blocks.h"

namespace gpujob {

struct Baselines {
  /// By group, the number of the one that it is set against: its own for a baseline, nothing where
  /// it has none, and then its verdict says so.
  std::vector<std::optional<std::size_t>> of;
  /// Pairs of groups of one GPU model at two sites, by number, neither the other's baseline: what
  /// the sites make of one device is a question of its own.
  struct Pair {
    std::size_t group = 0, against = 0;
    std::string gpu;  ///< the model
  };
  std::vector<Pair> same_device;
  /// Pairs of measured groups that could be tested: all of a block where the data chose the
  /// baseline, else those with the named one and `same_device`.
  std::size_t pairs = 0;
};

/// Of each block the group with the label `options.baseline` (its mark may be left out where that
/// names one group), else the first whose values of keys that are not parameters are that label or
/// that group's. Without the option the best of the
/// groups with runs enough, else the best of the measured ones, else of all.
/// Fails with ExitCode::Usage where no group has the label.
Result<Baselines> choose_baselines(std::vector<MeasuredGroup>& groups, const Blocks& blocks,
                                   const MeasurementTable& table, const CompareOptions& options);

}  // namespace gpujob
