// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "base/world.h"
#include "workload/workload.h"

namespace gpujob {

/// What a build compiles and what a command names, but is not in `folder`, the manifest's own, or
/// among the installed sources; and what a command starts, but is not executable.
Diagnostics missing_files(const World& world, const Workload& workload, const std::string& folder);

}  // namespace gpujob
