// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "command/submit/submit_options.h"
#include "jobs/send/job_sender.h"

// The points of a sweep that were sent, as text and as JSON.

namespace gpujob {

/// "run 01J… is job 4711 at center/cluster: n=1024 precision=float32", and of an array
/// "array 01J… is job 4711 at center/cluster, 16 runs: run=1-16". `first`: of its runs.
std::string sent_text(const PlannedSweep& planned, const Batch& batch, const RunRecord& first);

/// "'gpujob wait 01J… 01J…', then 'gpujob compare matmul --by n,precision'": a comparison of these
/// runs, whatever else was run before.
std::string next_steps(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                       const Workload& workload);

/// How many points were sent, and the command lines for those that are `left`: the request with the
/// options of each line in `rest`.
Diagnostics what_is_left(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                         std::size_t left, const JobRequest& request,
                         const std::vector<GivenOptions>& rest);

/// Every run, the points that are left, and the exit status.
Json sweep_json(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                const std::vector<std::size_t>& left, int status, const Diagnostics& diagnostics);

/// What ends a submission before its last point: with --format json the document goes to stdout.
CommandResult stopped_result(World& world, const SubmitOptions& options,
                             const PlannedSweep& planned, const std::vector<SentRun>& sent,
                             const std::vector<std::size_t>& left, const Failure& failure);

}  // namespace gpujob
