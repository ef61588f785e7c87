// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"
#include "command/submit/planned_sweep.h"
#include "jobs/session.h"

namespace gpujob {

/// Asks the scheduler or the sandbox with `sbatch --test-only` whether it would accept each job,
/// and prints the answers. Nothing is submitted. Fails with ExitCode::Scheduler and the likely
/// causes, or with ExitCode::Unknown at the first unclear answer.
CommandResult check_jobs(Session& session, const Arguments& arguments, const PlannedSweep& planned);

/// `refused` with the likely causes in the batch's script.
Failure explained(DataFiles& data_files, const PlannedSweep& planned, const Batch& batch,
                  Failure refused);

}  // namespace gpujob
