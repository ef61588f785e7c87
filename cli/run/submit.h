// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "run/run_directory.h"

namespace gpujob {

/// Where a job on this machine writes, in its run directory.
constexpr const char* kLocalOutput = "job.local.0.out";

/// Sends a created run, with all others of its array, to its endpoint exactly once: intent on disk,
/// then sbatch (or the local executor), then its raw answer on disk, then its meaning. Fails with
/// ExitCode::Scheduler when refused (the text in Slurm's words), with ExitCode::Unknown when the
/// answer is neither a job id nor a listed refusal and no job of the run's name came up within
/// `settle`: then nothing may be sent again but by `refresh_and_resend` and `recover_run`.
Result<RunRecord> submit_run(World& world, RunStore& store, const std::string& run_id,
                             Seconds settle = Seconds(0));
/// The same for a run that was loaded already.
Result<RunRecord> submit_run(World& world, RunStore& store, RunRecord run,
                             Seconds settle = Seconds(0));

/// Sends a run again under its name, whose job nothing has shown. Fails as `submit_run` does.
Result<RunRecord> resend_run(World& world, RunStore& store, RunRecord run, Seconds settle);

/// Why a doubt about a run's submission is harmless: "nothing was submitted twice".
std::string no_second_work(const RunRecord& run);

/// What starts a script on this machine and ends it at the plan's time limit as Slurm would: TERM,
/// and KILL half a minute later.
std::vector<std::string> local_command(const JobPlan& plan, const std::string& script);

}  // namespace gpujob
