// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "command/config/configuration.h"
#include "command/job/inventory.h"
#include "plan/request.h"
#include "profile/store.h"
#include "workload/workload.h"

namespace gpujob {

/// What planning takes from outside the command line. It is the same for all points of a sweep, so
/// it is read once.
struct OutsideFacts {
  std::string today;
  RequestPaths paths;
  std::vector<ProgramFound> programs;
  std::string source_hash;
  std::optional<double> machine_memory;  ///< bytes, of this machine
};

/// Is the workload one of those that are installed with gpujob?
Result<bool> is_bundled(const World& world, const Workload& workload);

/// `workload`: nullptr for a job of the user's own, which has no programs.
Result<OutsideFacts> read_facts(World& world, const Configuration& configuration,
                                const Selection& site, const Workload* workload, Describe describe);

/// The runs that are on this machine's cores now.
std::vector<std::string> local_runs(World& world, const Configuration& configuration);

}  // namespace gpujob
