// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "profile/site.h"
#include "slurm/node_groups.h"

namespace gpujob {

/// The nodes of a cluster by the node shapes of its profile.
struct MatchedNodes {
  std::vector<std::vector<const SlurmNodeGroup*>> of_shape;  ///< one entry per shape, in its order
  std::vector<const SlurmNodeGroup*> others;                 ///< that no shape describes
};

/// Each group goes to the shape that it is most like in what both know, so that a shape of which
/// one fact changed keeps its nodes. `groups` must outlive the result.
MatchedNodes match_nodes(const Cluster& cluster, const std::vector<SlurmNodeGroup>& groups);

/// Slurm's name of the GPUs of a shape; empty where the profile knows none.
std::string gres_of(const Cluster& cluster, const NodeShape& shape);

/// GPUs of each node of the shape by Slurm's name.
std::map<std::string, int> gpus_of(const Cluster& cluster, const NodeShape& shape);

/// Has the shape GPUs of this type?
bool has_type(const NodeShape& shape, const std::string& key);

}  // namespace gpujob
