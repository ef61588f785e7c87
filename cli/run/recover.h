// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "run/run_directory.h"
#include "run/watch.h"

namespace gpujob {

/// Brings runs up to date as `refresh` does, and sends those again that `is_due_again`, under the
/// same name. Should an earlier one appear after all, only one of them works (see `claim` in
/// attempt.h). What was sent again is told with a warning, and so is what came of it if that is not
/// clear. What only looks, or ends runs, calls `refresh`.
Diagnostics refresh_and_resend(World& world, RunStore& store, std::vector<RunRecord>& runs,
                               Asking asking = Asking::Itself);

/// Resolves a run whose submission had no clear answer: looks for its job by name until it is found
/// or until three look-ups in a row, over at least a minute, were answered without it. Then it is
/// sent again under the same name, until that was done `kMostAttempts` times in all; one that was
/// cancelled is not. Other runs are brought up to date. Fails as `submit_run` does, with
/// ExitCode::Unknown if the scheduler did not answer for ten minutes.
/// `problems`: what could not be asked or read although the run has a job.
Result<RunRecord> recover_run(World& world, RunStore& store, const std::string& run_id,
                              Diagnostics& problems);

/// The same of runs at centers behind ssh, each of which is asked once for those in doubt and once
/// for the others. A result each.
std::vector<Result<RunRecord>> recover_there(World& world, RunStore& store,
                                             const std::vector<RunRecord>& runs,
                                             Diagnostics& problems);

}  // namespace gpujob
