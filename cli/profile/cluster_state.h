// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "profile/site.h"

namespace gpujob {

/// What a cluster's state says to whoever sends jobs there on that day ("2026-11-21"): nothing
/// while it is active, an error only where the center itself says that it is retired, a warning for
/// every other doubt. Code and place are left to the caller.
std::optional<Diagnostic> judge_state(const Cluster& cluster, const std::string& today);

}  // namespace gpujob
