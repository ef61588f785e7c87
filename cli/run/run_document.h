// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/json.h"
#include "base/result.h"
#include "plan/resolution.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// plan.json, `schema: gpujob/run/v1`: what will run, why, what was found on the way, which text
/// of the site's profile it was made from, and where it goes.
std::string run_document(const Resolution& resolution, const Endpoint& endpoint);

/// What a run's later life needs of plan.json.
struct RunFacts {
  JobPlan plan;
  Endpoint endpoint;
  ProfileVersion profile;
};

/// Fails with ExitCode::Invalid.
Result<RunFacts> read_run_document(const std::string& where, const std::string& text);

}  // namespace gpujob
