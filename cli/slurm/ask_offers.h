// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "slurm/cluster_offers.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// Asks each command once, as JSON where Slurm's `release` has it (see ask_json.h). A question
/// without an answer is a note, not a failure.
ClusterOffers ask_offers(World& world, const Endpoint& endpoint, const std::string& release);

/// The same from a directory with assoc.txt, license.txt, reservation.txt and module.txt, each if
/// it is there. Fails with ExitCode::Unknown where one cannot be read.
Result<ClusterOffers> load_offers(const World& world, const std::string& directory);

}  // namespace gpujob
