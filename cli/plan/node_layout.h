// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/gpu_choice.h"

namespace gpujob {

/// Sets nodes, GPUs per node, tasks and, for a GPU job, the planned GPUs (gp206, gp207, gp214,
/// gp215). The partition must be chosen before.
Status lay_out_nodes(Draft& draft, const std::optional<GpuChoice>& gpu);

}  // namespace gpujob
