// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"
#include "command/submit/planned_sweep.h"
#include "run/run_directory.h"

namespace gpujob {

/// Sends the jobs of a sweep in order, each exactly once, and prints the runs. Missing programs are
/// built first. On this machine each run ends before the next one starts. A refusal or an unclear
/// answer stops the sweep: the failure lists what was sent and the command lines for the rest.
CommandResult send_jobs(World& world, DataFiles& data_files, const Configuration& configuration,
                        const Arguments& arguments, const PlannedSweep& planned);

/// The same for the only job of `planned`; prints nothing on stdout.
Result<RunRecord> send_one_job(World& world, DataFiles& data_files,
                               const Configuration& configuration, const Arguments& arguments,
                               const PlannedSweep& planned);

}  // namespace gpujob
