// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/cluster_offers.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// What `scontrol show reservation` prints, also with --json. Fails for a value that cannot be
/// read.
Result<std::vector<SlurmReservation>> read_reservations(std::string_view text);

/// All of a cluster, as JSON where Slurm's `release` has it (see ask_json.h); empty: as text. Fails
/// with ExitCode::Unknown when it could not be asked.
Result<std::vector<SlurmReservation>> list_reservations(World& world, const Endpoint& endpoint,
                                                        const std::string& release = "");

}  // namespace gpujob
