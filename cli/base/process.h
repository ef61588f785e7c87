// SPDX-License-Identifier: MIT
#pragma once

#include "base/world.h"

namespace gpujob::process {

/// See World::run.
Result<ProcessAnswer> run(const ProcessRequest& request);

/// See World::run_interactive.
Result<int> run_interactive(const std::vector<std::string>& argv, const Environment& environment);

}  // namespace gpujob::process
