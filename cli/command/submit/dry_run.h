// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"
#include "command/submit/planned_sweep.h"

namespace gpujob {

/// What would be sent: each script, of several under its point, then a table of what they differ
/// in. Nothing is touched.
CommandResult show_jobs(World& world, const Arguments& arguments, const PlannedSweep& planned);

}  // namespace gpujob
