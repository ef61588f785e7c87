// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"
#include "slurm/job_row.h"

namespace gpujob {

/// All of this user's jobs that the controller still knows, ended ones too, in one call; by user
/// (of the process, whatever USER says), never by id: asking for an id that is gone fails, and of
/// several ids the gone ones are left out in silence. Fails with ExitCode::Unknown when the
/// controller could not be asked, with ExitCode::Scheduler on a machine without Slurm.
Result<std::vector<JobRow>> list_queue(World& world, const Endpoint& endpoint);

}  // namespace gpujob
