// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "profile/site.h"

namespace gpujob {

/// The lines of the table `limits`, which the submit rules hold jobs to: those that depend on the
/// size of a job, and those of a QOS.
std::vector<std::string> limit_table(const Cluster& cluster);

}  // namespace gpujob
