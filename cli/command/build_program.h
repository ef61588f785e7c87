// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "plan/job_plan.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// Where the program of a build plan ends up.
std::string built_program(const BuildPlan& build);

/// Runs build.sh on this machine and returns the program's path. What the compiler said is in
/// build.log beside it. Fails with ExitCode::Failed and the last words of that log.
Result<std::string> build_here(World& world, const BuildPlan& build, const std::string& script);

/// Sends build.sh as a job, waits until the queue does not know it any more, and returns the
/// program's path. Fails with ExitCode::Scheduler when refused, ExitCode::Unknown when sbatch gave
/// no clear answer, ExitCode::Pending when interrupted, ExitCode::Failed when no program came of
/// it.
Result<std::string> build_as_job(World& world, const Endpoint& endpoint, const BuildPlan& build,
                                 const std::string& script);

}  // namespace gpujob
