// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"
#include "command/submit/planned_sweep.h"

namespace gpujob {

/// Sends the jobs of a sweep one after the other, each exactly once, and says what became of them.
/// Programs that are missing are built before the first. On this machine each run is over before
/// the next is started. What is refused or unclear stops: the failure is that of the job, with what
/// was sent before it and the command lines for what was not.
CommandResult send_jobs(World& world, DataFiles& data_files, const Configuration& configuration,
                        const Arguments& arguments, const PlannedSweep& planned);

}  // namespace gpujob
