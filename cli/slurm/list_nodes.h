// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"
#include "slurm/gpu_nodes.h"

namespace gpujob {

/// Every node that has GPUs, by one question. A listing that is cut off or unclear is
/// ExitCode::Unknown.
Result<std::vector<GpuNode>> list_gpu_nodes(World& world, const Endpoint& endpoint);

}  // namespace gpujob
