// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "profile/site.h"
#include "script/batch_script.h"

namespace gpujob {

/// What a script asks for once Slurm has added it up: "24 tasks, 24 GPUs on 24 nodes, whole: 1152
/// cores, 00:10:00".
std::string request_meaning(const BatchScript& script, const Cluster& cluster);

}  // namespace gpujob
