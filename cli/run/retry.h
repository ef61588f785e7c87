// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "run/run_directory.h"

// A run that went wrong is sent again as a new run with the same plan. The old run keeps a note of
// it (retried.json), so that it is sent again once.

namespace gpujob {

/// Pure. The plan of `run` as that of the new run `run_id` in `runs_directory`: what holds the id
/// of the old run holds the new one. Jobs that the old one waited for are left out: it was sent
/// after them. Of an array those of its tasks that went wrong remain.
JobPlan plan_again(const RunRecord& run, const std::string& run_id,
                   const std::string& runs_directory);

/// Clusters may share a home: a run goes to the one that it was sent to. Fails with
/// ExitCode::Usage at another one, with ExitCode::Unknown if it does not say which it is. Of a run
/// whose cluster's name is not known each is taken for its own.
Status check_cluster_again(World& world, const RunRecord& run);

/// Is there something to send again? Fails with ExitCode::Usage for a run that is not over or is
/// done, and for one that was sent again already, as a run that is still there.
Status check_retry(World& world, const RunStore& store, const RunRecord& run);

/// Notes that `run` is sent again as `run_id`. Fails if another process did so meanwhile.
Status note_retry(World& world, const RunStore& store, const RunRecord& run,
                  const std::string& run_id);

}  // namespace gpujob
