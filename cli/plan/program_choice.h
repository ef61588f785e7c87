// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"
#include "plan/program_need.h"

namespace gpujob {

/// What the program must be: the backend, the GPU's architecture, the nodes' processor.
ProgramNeed program_need(const Draft& draft, const std::string& backend,
                         const std::optional<GpuChoice>& gpu);

/// Where the program comes from: an existing one that fits, or a build step in the plan; sets
/// `libexec`. What is missing is recorded (gp208, gp209, gp210, and gp204 for the build stack).
void choose_program(Draft& draft, const ProgramNeed& need, const std::optional<GpuChoice>& gpu);

}  // namespace gpujob
