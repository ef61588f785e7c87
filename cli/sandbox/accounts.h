// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "profile/site.h"

namespace gpujob {

/// The accounts that a sandbox with accounting knows: those that are asked for, each once and in
/// their order; if none is, one of the form that the cluster's profile asks for, or "sandbox"
/// where it asks for none. Fails with ExitCode::Usage on a name that no account has.
Result<std::vector<std::string>> accounts_of(const Cluster& cluster,
                                             const std::vector<std::string>& asked);

/// A text that matches `pattern` (base/pattern.h); "" if none is found: the first of its
/// alternatives with every optional part left out.
std::string example_of(const std::string& pattern);

}  // namespace gpujob
