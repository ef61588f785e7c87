// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"
#include "slurm/inventory.h"

namespace gpujob {

/// Asks each command once, never once per node, and once more where its JSON cannot be had (see
/// ask_json.h). Fails with ExitCode::Unknown where one does not
/// answer; only the qualities of service may be missing, as without accounting.
Result<InventoryTexts> ask_inventory(World& world, const Endpoint& endpoint);

/// The same from a directory with config.txt, partition.txt, node.txt and, if there, qos.txt.
/// Fails with ExitCode::Unknown where one cannot be read.
Result<InventoryTexts> load_inventory(const World& world, const std::string& directory);

}  // namespace gpujob
