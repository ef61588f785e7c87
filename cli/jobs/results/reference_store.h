// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/world.h"
#include "report/reference.h"

namespace gpujob {

/// Where a workload's references are: beside the user's own profiles.
std::string references_path(const World& world, const std::string& workload);

/// The workloads that have references, sorted. Fails where their directory cannot be read.
Result<std::vector<std::string>> referenced_workloads(const World& world);

/// The named workloads, else those that have references.
Result<std::vector<std::string>> chosen_workloads(const World& world,
                                                  const std::vector<std::string>& named);

/// The references of a workload; empty without a file.
Result<References> load_references(const World& world, const std::string& workload);

}  // namespace gpujob
