// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/gpu_choice.h"

namespace gpujob {

/// Splits the launch over the requested GPUs, as far as the program can; on a machine without a
/// scheduler over groups of cores.
void split_launch(Draft& draft, const std::optional<GpuChoice>& gpu);

/// Can the program use what was requested? More GPUs (gp213) or tasks (gp220) than a
/// launch uses, and more memory than the GPU has (gp217), are warnings; a split that leaves a GPU
/// without work (gp225) is an error.
void check_use(Draft& draft, const std::optional<GpuChoice>& gpu);

}  // namespace gpujob
