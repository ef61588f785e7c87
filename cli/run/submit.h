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
/// `settle`: then nothing may be sent again but by `recover_run`.
Result<RunRecord> submit_run(World& world, RunStore& store, const std::string& run_id,
                             Seconds settle = Seconds(0));
/// The same for a run that was loaded already.
Result<RunRecord> submit_run(World& world, RunStore& store, RunRecord run,
                             Seconds settle = Seconds(0));

/// Resolves a run whose submission had no clear answer: looks for its job by name until it is found
/// or until three look-ups in a row, over at least a minute, were answered without it. Then it is
/// sent again under the same name, at most twice; should the first one appear after all, only one
/// of them works (see `claim` in attempt.h). Other runs are brought up to date. Fails as
/// `submit_run` does, with ExitCode::Unknown if the scheduler did not answer for ten minutes.
/// `problems`: what could not be asked or read although the run has a job.
Result<RunRecord> recover_run(World& world, RunStore& store, const std::string& run_id,
                              Diagnostics& problems);

/// The same of runs at centers behind ssh, each of which is asked once for those in doubt and once
/// for the others. A result each.
std::vector<Result<RunRecord>> recover_there(World& world, RunStore& store,
                                             const std::vector<RunRecord>& runs,
                                             Diagnostics& problems);

/// What starts a script on this machine and ends it at the plan's time limit as Slurm would: TERM,
/// and KILL half a minute later.
std::vector<std::string> local_command(const JobPlan& plan, const std::string& script);

}  // namespace gpujob
