// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"
#include "slurm/job_row.h"

namespace gpujob {

/// Rows of the accounting for `job_ids` (not empty); nothing where accounting is disabled.
/// Fails with ExitCode::Unknown when it could not be asked.
Result<std::optional<std::vector<JobRow>>> list_accounting(World& world, const Endpoint& endpoint,
                                                           const std::vector<std::string>& job_ids);

/// The same for jobs of one of `job_names` that were submitted after `since`.
Result<std::optional<std::vector<JobRow>>> find_in_accounting(
    World& world, const Endpoint& endpoint, const std::vector<std::string>& job_names,
    Instant since);

}  // namespace gpujob
