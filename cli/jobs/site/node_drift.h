// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/site/differences.h"
#include "profile/site.h"
#include "slurm/inventory.h"

namespace gpujob {

/// What the profile says of node shapes, GPU types and features.
void compare_nodes(Differences& found, const Cluster& cluster, const Inventory& inventory);

}  // namespace gpujob
