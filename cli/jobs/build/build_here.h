// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "plan/job_plan.h"

namespace gpujob {

/// Runs build.sh on this machine and returns the program's path. The compiler's output goes to
/// build.log beside it. Fails with ExitCode::Failed and the last lines of that log.
Result<std::string> build_here(World& world, const BuildPlan& build, const std::string& script);

/// The last lines of a compiler's output, joined to one line.
std::string last_lines(const std::string& text);

}  // namespace gpujob
