// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// What the accounting allows a user in one account. What has no limit is absent.
struct SlurmAssociation {
  std::string cluster;
  std::string account;
  std::optional<int> gpus_per_job;
  std::optional<int> gpus_at_once;  ///< of all running jobs
};

/// One row of sacctmgr. Fails for a row or a number that cannot be read.
Result<SlurmAssociation> read_association(std::string_view line);

/// Those of the calling user; nothing where accounting is disabled. Fails with ExitCode::Unknown
/// when it could not be asked.
Result<std::optional<std::vector<SlurmAssociation>>> list_associations(World& world,
                                                                       const Endpoint& endpoint);

}  // namespace gpujob
