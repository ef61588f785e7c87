// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"
#include "command/submit/planned_sweep.h"

namespace gpujob {

/// The third stage of checking: asks the scheduler (or the sandbox) with `sbatch --test-only`
/// whether it would take the job, of each point of a sweep. Prints its answers; nothing is
/// submitted. Fails with ExitCode::Scheduler and the likely causes, with ExitCode::Unknown at the
/// first that it gave no clear answer to.
CommandResult check_jobs(World& world, DataFiles& data_files, const Arguments& arguments,
                         const PlannedSweep& planned);

/// `refused` with what its words most likely mean for the job's script.
Failure explained(DataFiles& data_files, const Job& job, Failure refused);

}  // namespace gpujob
