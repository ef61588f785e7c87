// SPDX-License-Identifier: MIT
#pragma once

#include "command/submit/submit_options.h"
#include "jobs/sweep/planned_sweep.h"
#include "jobs/sweep/several_sites.h"

namespace gpujob {

/// Sends the jobs and prints their runs. What stops a sweep is a failure that lists what was sent
/// and the command lines for the rest.
CommandResult send_jobs(Session& session, const SubmitOptions& options,
                        const PlannedSweep& planned);

/// Sends the jobs of several sites, with one table of all runs. What can fail before there is a run
/// is tried at every site before the first job is sent.
CommandResult send_to_sites(Session& session, const SubmitOptions& options,
                            const std::vector<SiteRequest>& sites,
                            const std::vector<PlannedSweep>& planned);

}  // namespace gpujob
