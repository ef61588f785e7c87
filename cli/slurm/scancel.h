// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// Which jobs a request ends: one that waits or runs, or one that waits alone.
enum class Cancel { Always, IfPending };

/// Asks Slurm to end the jobs that have both one of these ids and this name: an id alone may belong
/// to another job by now. Success means asked, not ended: poll again. Fails with
/// ExitCode::Scheduler when one was refused and with ExitCode::Unknown when it could not be asked.
Status cancel_jobs(World& world, const Endpoint& endpoint, const std::vector<std::string>& job_ids,
                   const std::string& job_name, Cancel which = Cancel::Always);

}  // namespace gpujob
