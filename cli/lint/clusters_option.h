// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "profile/site.h"
#include "script/batch_script.h"

// --clusters (-M) sends a job to another cluster of the same center: NAME, a list (the cluster that
// can start it first gets it), or `all`. Source: https://slurm.schedmd.com/sbatch.html
// (--clusters).

namespace gpujob {

/// The names given, without `all`; empty without the option.
std::vector<std::string> named_clusters(const BatchScript& script);

/// By the cluster's name in Slurm or in the profile; null if the profile has neither.
const Cluster* find_named_cluster(const SiteProfile& profile, const std::string& name);

/// The cluster that a script is for: the first of its --clusters that the profile has, else
/// `asked`.
const Cluster& target_cluster(const BatchScript& script, const SiteProfile& profile,
                              const Cluster& asked);

}  // namespace gpujob
