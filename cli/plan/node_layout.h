// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/gpu_choice.h"

namespace gpujob {

/// Sets nodes, GPUs per node, tasks and, for a GPU job, the planned GPUs (gp206, gp207, gp214,
/// gp215). The partition must be chosen before.
Status lay_out_nodes(Draft& draft, const std::optional<GpuChoice>& gpu);

/// Would each node get the same number of GPUs if the job asked for this QOS?
bool spreads_evenly(const Draft& draft, const GpuChoice& gpu, const Qos& qos);

/// Counts the GPUs of whole nodes again (gp214), after another QOS was chosen.
void count_given_gpus(Draft& draft, const GpuChoice& gpu);

}  // namespace gpujob
