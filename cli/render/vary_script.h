// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/job_plan.h"

namespace gpujob {

/// What a rendered script of `plan` would be with another run id and other arguments of the
/// program: much quicker than to render and check it again. `plan` has a ULID or the id stays.
/// Nothing if an argument is not a plain word, or the arguments stand in the script not just once.
std::optional<std::string> vary_script(const std::string& script, const JobPlan& plan,
                                       const std::string& run_id,
                                       const std::vector<std::string>& arguments);

}  // namespace gpujob
