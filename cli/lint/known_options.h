// SPDX-License-Identifier: MIT
#pragma once

#include "profile/site.h"
#include "script/sbatch_options.h"

namespace gpujob {

/// The options that sbatch takes on the cluster, which must outlive them.
KnownOptions known_options(const Cluster& cluster);

}  // namespace gpujob
