// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "jobs/session/session.h"
#include "report/compare.h"

namespace gpujob {

/// Launches without a report among the runs that `wanted` names, by reason: not over, failed,
/// refused. Before that, reports of runs without a 'gpujob wait' are taken in as their directories
/// tell; no scheduler is asked.
Result<std::vector<Excluded>> left_out_runs(Session& session, RunIndex& index,
                                            const CompareOptions& wanted);

/// `compare`, with the launches that are `left_out` already beside those that it leaves out.
Result<Comparison> compare_all(const MeasurementTable& table, const CompareOptions& options,
                               const std::vector<Excluded>& left_out);

/// A note for each: `problem`, and its reason.
Diagnostics left_out_notes(const std::vector<Excluded>& excluded, const std::string& problem);

}  // namespace gpujob
