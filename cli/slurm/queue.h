// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
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
/// The answer is kept for this user's other processes.
Result<std::vector<JobRow>> list_queue(World& world, const Endpoint& endpoint);

/// What another process was told not longer ago than the endpoint's polling floor.
struct QueueAnswer {
  Instant asked;
  std::vector<JobRow> rows;
};
std::optional<QueueAnswer> queue_told_to_another(const World& world, const Endpoint& endpoint);

}  // namespace gpujob
