// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"
#include "plan/program_need.h"

namespace gpujob {

/// Is a program of this backend made by a compiler?
bool is_compiled(const std::string& backend);

/// How the program would be built at the center. If it cannot be built, `build` is empty, `why_not`
/// says why and `way_out` what to do. The build has no options yet: only a build job needs them.
struct BuildOutlook {
  std::optional<BuildPlan> build;
  const Stack* stack = nullptr;  ///< null on a machine without stacks
  std::string why_not;
  std::string way_out;
};

BuildOutlook outline_build(const Draft& draft, const ProgramNeed& need,
                           const std::optional<GpuChoice>& gpu);

}  // namespace gpujob
