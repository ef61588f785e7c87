// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "profile/site.h"

namespace gpujob {

/// The accounts of a sandbox with accounting: those requested, each once and in their order;
/// without any, one of the form that the cluster's profile requires, or "sandbox". Fails with
/// ExitCode::Usage on an invalid name.
Result<std::vector<std::string>> accounts_of(const Cluster& cluster,
                                             const std::vector<std::string>& asked);

/// A text that matches `pattern` (base/pattern.h); "" if no text was found: the first of its
/// alternatives with every optional part left out.
std::string example_of(const std::string& pattern);

}  // namespace gpujob
