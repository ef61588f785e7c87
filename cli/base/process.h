// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include "base/world.h"

namespace gpujob::process {

/// See World::run.
Result<ProcessAnswer> run(const ProcessRequest& request);

/// See World::start_detached. The process stays in the process table until we wait for it or end.
Result<pid_t> start_detached(const DetachedRequest& request);

/// See World::run_interactive.
Result<int> run_interactive(const std::vector<std::string>& argv, const Environment& environment);

}  // namespace gpujob::process
