// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plan/job_plan.h"
#include "profile/site.h"

namespace gpujob {

/// What follows the recipe of a stack, which must have one, in `directory`.
EnvironmentPlan plan_environment(const Cluster& cluster, const Stack& stack,
                                 const std::string& directory);

}  // namespace gpujob
