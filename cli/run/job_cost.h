// SPDX-License-Identifier: MIT
#pragma once

#include "report/measurement.h"
#include "run/end_marker.h"
#include "run/run_directory.h"

namespace gpujob {

/// What a job took, from its own end marker: elapsed time as its script measured it; the wait from
/// submission to the script's start; GPU time as what the plan was given times elapsed, core
/// time by the accounting's count of CPUs or else the plan's; energy as the accounting says. A run
/// without a scheduler did not wait and is not charged.
JobCost cost_of(const RunRecord& run, const EndMarker& marker);

}  // namespace gpujob
