// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/run_directory.h"

namespace gpujob {

/// Brings runs up to date with one queue call an endpoint for all of them, then the accounting,
/// then the end markers on disk. Runs that could not be asked keep their state, with a diagnostic.
Diagnostics refresh(World& world, RunStore& store, std::vector<RunRecord>& runs);

/// Polls until every run is final: the profile's floor, growing to 5 min, with jitter (the local
/// executor: 0.2 s). `changed` is called for each change of state. Ended early by a signal:
/// the failure carries 128+n's meaning through World::interrupted, jobs keep running.
/// `limit` of 0 seconds means none.
Status wait_for(World& world, RunStore& store, std::vector<RunRecord>& runs, Seconds limit,
                const std::function<void(const RunRecord&)>& changed);

/// Cancels a run's job and looks again.
Result<RunRecord> cancel_run(World& world, RunStore& store, const std::string& run_id);

}  // namespace gpujob
