// SPDX-License-Identifier: MIT
#pragma once

#include "command/submit/submit_options.h"
#include "jobs/sweep/planned_sweep.h"

namespace gpujob {

/// Shows what would be sent: each script (several: under its point), then a table of their
/// differences.
CommandResult show_jobs(World& world, const SubmitOptions& options, const PlannedSweep& planned);

}  // namespace gpujob
