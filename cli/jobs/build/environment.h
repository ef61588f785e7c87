// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "jobs/session/session.h"
#include "plan/job_plan.h"

namespace gpujob {

/// What follows the recipe of a stack, which must have one, in `directory`.
EnvironmentPlan plan_environment(const Cluster& cluster, const Stack& stack,
                                 const std::string& directory);

/// Runs its script, in the place of the modules: on this machine, which must be the center's.
Status make_environment(Session& session, const Selection& site, const PlaceFlags& place,
                        const EnvironmentPlan& plan, const std::string& stack,
                        const std::string& script);

}  // namespace gpujob
