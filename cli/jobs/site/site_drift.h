// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "jobs/site/differences.h"
#include "profile/site.h"
#include "slurm/inventory.h"

namespace gpujob {

std::string_view to_string(Difference::Kind kind);

/// Compares what both know: what a profile does not say is not compared, nor what Slurm does not
/// say. In the order of the profile. `file` is the profile that `cluster` was read from.
std::vector<Difference> find_drift(const YamlFile& file, const Cluster& cluster,
                                   const Inventory& inventory);

/// `profile.yaml:12: changed: partition 'gpu' max_time (profile: …; cluster: …); what to do`.
Diagnostic drift_diagnostic(const YamlFile& file, const Difference& difference);

}  // namespace gpujob
