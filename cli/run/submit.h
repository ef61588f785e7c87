// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "run/run_directory.h"

namespace gpujob {

/// Sends a created run to its endpoint exactly once: intent on disk, then sbatch (or the local
/// executor), then its raw answer on disk, then its meaning.
/// Fails with ExitCode::Scheduler when refused (the text in Slurm's words), with ExitCode::Unknown
/// when the answer is neither a job id nor a listed refusal: then nothing may be sent again.
Result<RunRecord> submit_run(World& world, RunStore& store, const std::string& run_id);

}  // namespace gpujob
