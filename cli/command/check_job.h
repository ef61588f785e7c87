// SPDX-License-Identifier: MIT
#pragma once

#include "command/command.h"
#include "command/job.h"

namespace gpujob {

/// The third stage of checking: asks the scheduler (or the sandbox) with `sbatch --test-only`
/// whether it would take the job. Prints its answer; nothing is submitted. Fails with
/// ExitCode::Scheduler and the likely causes, with ExitCode::Unknown if it gave no clear answer.
CommandResult check_job(World& world, Library& library, const Arguments& arguments, const Job& job);

/// `refused` with what its words most likely mean for the job's script.
Failure explained(Library& library, const Job& job, Failure refused);

}  // namespace gpujob
