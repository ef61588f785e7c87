// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "command/args/arguments.h"
#include "command/args/command.h"
#include "command/submit/planned_sweep.h"
#include "command/submit/several_sites.h"
#include "run/run_directory.h"

// The points of a sweep that were sent, as text and as JSON.

namespace gpujob {

/// The run of a point. It has no job if it was refused or the answer was unclear.
struct SentRun {
  std::size_t point = 0;
  RunRecord run;
};

/// "run 01J… is job 4711 at center/cluster: n=1024 precision=float32", and of an array
/// "array 01J… is job 4711 at center/cluster, 16 runs: run=1-16". `first`: of its runs.
std::string sent_text(const PlannedSweep& planned, const Batch& batch, const RunRecord& first);

/// What commands take for these runs, as far as they have jobs: "01J… 01J…"; of an array its id.
std::string words_for(const std::vector<SentRun>& sent);

/// "'gpujob wait 01J… 01J…', then 'gpujob compare matmul --by n,precision'": a comparison of these
/// runs, whatever else was run before.
std::string next_steps(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                       const Workload& workload);

/// What became of a batch, said of its points.
Failure of_batch(const PlannedSweep& planned, const Batch& batch, Failure failure);

/// How many points were sent, and command lines for those that are left.
Diagnostics what_is_left(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                         const std::vector<std::size_t>& left, const Arguments& arguments);

/// The same of several sites.
Diagnostics what_is_left(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                         const std::vector<std::size_t>& left, const std::vector<SiteLine>& lines);

/// Every run, the points that are left, and the exit status.
Json sweep_json(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                const std::vector<std::size_t>& left, int status, const Diagnostics& diagnostics);

/// What ends a submission before its last point: with --format json the document goes to stdout.
CommandResult stopped_result(World& world, const Arguments& arguments, const PlannedSweep& planned,
                             const std::vector<SentRun>& sent, const std::vector<std::size_t>& left,
                             const Failure& failure);

}  // namespace gpujob
