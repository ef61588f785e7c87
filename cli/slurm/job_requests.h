// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/world.h"
#include "slurm/cluster_offers.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// From what `scontrol show job` prints, with or without --oneliner, also with --json. An array
/// counts once, a job for several partitions in each. Fails, without a word of any job, if the text
/// breaks off.
Result<SlurmRequests> read_requests(std::string_view text);

/// Asks about all jobs at once. `release`: of Slurm; empty where it is not known.
Result<SlurmRequests> ask_requests(World& world, const Endpoint& endpoint,
                                   const std::string& release);

}  // namespace gpujob
