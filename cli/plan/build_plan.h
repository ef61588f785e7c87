// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"
#include "plan/program_need.h"

namespace gpujob {

/// Is the backend one that a compiler makes a program for?
bool is_compiled(const std::string& backend);

/// How the program would be made at the center. Nothing where it cannot: `why_not` then says why
/// and `way_out` what to do. Without options: those belong to a build that is a job of its own.
struct BuildOutlook {
  std::optional<BuildPlan> build;
  const Stack* stack = nullptr;  ///< null on a machine without one
  std::string why_not;
  std::string way_out;
};

BuildOutlook outline_build(const Draft& draft, const ProgramNeed& need,
                           const std::optional<GpuChoice>& gpu);

}  // namespace gpujob
