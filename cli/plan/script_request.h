// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/request.h"
#include "profile/site.h"
#include "script/batch_script.h"

namespace gpujob {

/// Adds what a user's own script asks for to `request`, below flags and variables and above the
/// configuration, and to what is planned of the script. `file` places messages: "train.sh:3". Fails
/// with ExitCode::Usage for a directive that a run cannot have.
Status take_directives(const std::vector<Directive>& directives, const std::string& file,
                       const Cluster& cluster, Request& request, ScriptPlan& script);

}  // namespace gpujob
