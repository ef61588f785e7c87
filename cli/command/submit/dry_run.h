// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"
#include "command/submit/planned_sweep.h"

namespace gpujob {

/// Shows what would be sent: each script (several: under its point), then a table of their
/// differences.
CommandResult show_jobs(World& world, const Arguments& arguments, const PlannedSweep& planned);

}  // namespace gpujob
