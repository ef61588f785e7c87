// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "command/job/job_text.h"
#include "jobs/sweep/planned_sweep.h"

namespace gpujob {

/// The document of a single job, or one of kind "sweep-<kind>" that lists those of the points.
Json points_json(std::string_view kind, const PlannedSweep& planned, std::vector<Json> documents);

/// Prints warnings and notes on stderr, and with --explain the explanations.
void print_remarks(World& world, const PlannedSweep& planned, Explain explain);

}  // namespace gpujob
