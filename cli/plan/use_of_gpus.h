// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/gpu_choice.h"

namespace gpujob {

/// Does what is asked go with what the program can use? More GPUs (gp213) or tasks (gp220) than one
/// launch uses, and more memory than the GPU has (gp217), are warnings.
void check_use(Draft& draft, const std::optional<GpuChoice>& gpu);

}  // namespace gpujob
