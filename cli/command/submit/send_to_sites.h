// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "command/args/command.h"
#include "command/submit/several_sites.h"
#include "jobs/session.h"

namespace gpujob {

/// Sends the jobs of several sites, each exactly once, with one table of all runs. What can fail
/// before there is a run is tried at every site before the first job is sent.
CommandResult send_to_sites(Session& session, const std::vector<SiteLine>& lines,
                            const std::vector<PlannedSweep>& planned);

}  // namespace gpujob
