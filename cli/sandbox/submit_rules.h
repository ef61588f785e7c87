// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "profile/site.h"
#include "sandbox/installation.h"

namespace gpujob {

/// The job_submit.lua of a cluster: what its profile requires of jobs and slurm.conf cannot
/// express, for Slurm's job_submit/lua (22.05 and later). A refused user reads every broken rule as
/// a line of sbatch's, in the form of the project's own messages, then the error that Slurm has for
/// it. Fails with ExitCode::Invalid on a pattern that Lua cannot match.
Result<std::string> job_submit_lua(const Cluster& cluster);

/// "--nice (Slurm does not show it to submit rules)": what the profile says about options and
/// job_submit_lua leaves out, one text per option, in their order.
std::vector<std::string> rules_not_enforced(const Cluster& cluster, Accounting accounting);

}  // namespace gpujob
