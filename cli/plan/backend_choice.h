// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"

namespace gpujob {

/// The backend: what the user says, else the one of the GPU's vendor, else "cpu". Fails with
/// ExitCode::Usage if the workload has no such backend. A backend that does not run on the
/// GPU's vendor is recorded (gp201, gp202) and kept, so that the other checks go on. A job without
/// GPUs, where the workload could use those of the cluster, gets a note (gp227).
Result<std::string> choose_backend(Draft& draft, const std::optional<GpuChoice>& gpu);

}  // namespace gpujob
