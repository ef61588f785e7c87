// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plan/job_plan.h"
#include "profile/site.h"

namespace gpujob {

/// Slurm's own command for an allocation. Its shell runs where it was called, on the login node,
/// unless the center has changed that.
inline constexpr const char* kSalloc = "salloc";

/// The command line of an interactive session: the center's command, the plan's options, and what
/// brings the shell onto a node of the job where the command does not do so by itself.
std::vector<std::string> session_line(const Interactive& interactive, const JobPlan& plan);

}  // namespace gpujob
