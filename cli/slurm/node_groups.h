// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "slurm/inventory.h"

namespace gpujob {

/// Nodes that are equal in all that Slurm tells of their hardware and use.
struct SlurmNodeGroup {
  SlurmNode like;                  ///< the first of them; partitions and features sorted
  std::vector<std::string> names;  ///< in Slurm's order
  std::set<std::string> archs;     ///< of nodes that have answered

  int count() const { return static_cast<int>(names.size()); }
};

/// In the order in which Slurm lists the first node of each.
std::vector<SlurmNodeGroup> group_nodes(const std::vector<SlurmNode>& nodes);

}  // namespace gpujob
