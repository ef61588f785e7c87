// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "profile/site.h"
#include "script/batch_script.h"

// --clusters (-M) sends a job to another cluster of the same center: NAME, a list of which the
// first to start it gets it, or `all`. Source: https://slurm.schedmd.com/sbatch.html (--clusters).

namespace gpujob {

/// The names given, without `all`; empty where the option is not there.
std::vector<std::string> named_clusters(const BatchScript& script);

/// By Slurm's name of the cluster, or the profile's; null if there is none.
const Cluster* find_named_cluster(const SiteProfile& profile, const std::string& name);

/// The cluster that a script is for: the first that it names of those the profile has, else
/// `asked`.
const Cluster& cluster_meant(const BatchScript& script, const SiteProfile& profile,
                             const Cluster& asked);

}  // namespace gpujob
