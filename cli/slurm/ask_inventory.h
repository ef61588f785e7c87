// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"
#include "slurm/inventory.h"

namespace gpujob {

/// What follows where scontrol does not show partitions or nodes.
enum class Instead { Error, Sinfo };

/// Asks each command once, never once per node, and once more where JSON cannot be had or leaves
/// something out (see ask_json.h). Fails with ExitCode::Unknown where one does not answer; only the
/// qualities of service may be missing, as without accounting, and partitions or nodes of which
/// sinfo tells, that is asked once then.
Result<InventoryTexts> ask_inventory(World& world, const Endpoint& endpoint,
                                     Instead instead = Instead::Error);

/// The same from a directory with config.txt, partition.txt, node.txt and, if there, qos.txt. With
/// Instead::Sinfo and sinfo.txt the first three may be missing. Fails with ExitCode::Unknown where
/// one cannot be read.
Result<InventoryTexts> load_inventory(const World& world, const std::string& directory,
                                      Instead instead = Instead::Error);

}  // namespace gpujob
