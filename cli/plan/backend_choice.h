// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"

namespace gpujob {

/// The backend: what the user says, else the one of the GPU's vendor, else "cpu". Fails with
/// ExitCode::Usage if the workload has no such backend. A backend that the GPU's vendor does not
/// run is recorded (gp201, gp202) and kept, so that the other checks go on. Where nobody has asked
/// for the cluster's GPUs, which the workload could use, a note says so (gp227).
Result<std::string> choose_backend(Draft& draft, const std::optional<GpuChoice>& gpu);

}  // namespace gpujob
