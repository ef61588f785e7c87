// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/gpu_choice.h"

namespace gpujob {

/// The partition to name in the script; nothing where the cluster's own choice is right or naming
/// one is forbidden. Sets the plan's partition to the one the job will run in, as far as known.
std::optional<Setting> choose_partition(Draft& draft, const std::optional<GpuChoice>& gpu);

}  // namespace gpujob
