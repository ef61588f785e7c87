// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"
#include "slurm/gpu_nodes.h"

namespace gpujob {

/// Every node, once for each of its partitions, by one question. A listing that is cut off or
/// unclear is ExitCode::Unknown.
Result<std::vector<ListedNode>> list_nodes(World& world, const Endpoint& endpoint);

}  // namespace gpujob
