// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "run/run_directory.h"

namespace gpujob {

/// Where a job on this machine writes, in its run directory.
constexpr const char* kLocalOutput = "job.local.0.out";

/// Sends a created run to its endpoint exactly once: intent on disk, then sbatch (or the local
/// executor), then its raw answer on disk, then its meaning.
/// Fails with ExitCode::Scheduler when refused (the text in Slurm's words), with ExitCode::Unknown
/// when the answer is neither a job id nor a listed refusal: then nothing may be sent again.
Result<RunRecord> submit_run(World& world, RunStore& store, const std::string& run_id);
/// The same for a run that was loaded already.
Result<RunRecord> submit_run(World& world, RunStore& store, RunRecord run);

/// What starts a script on this machine and ends it at the plan's time limit as Slurm would: TERM,
/// and KILL half a minute later.
std::vector<std::string> local_command(const JobPlan& plan, const std::string& script);

}  // namespace gpujob
