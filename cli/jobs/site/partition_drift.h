// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/site/differences.h"
#include "profile/site.h"
#include "slurm/inventory.h"

namespace gpujob {

/// What the profile says of the cluster as a whole, its partitions and its QOS.
void compare_partitions(Differences& found, const Cluster& cluster, const Inventory& inventory);

}  // namespace gpujob
