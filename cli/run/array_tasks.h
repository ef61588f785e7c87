// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "run/derive_state.h"
#include "run/persist_state.h"
#include "run/run_directory.h"
#include "slurm/job_row.h"
#include "slurm/job_state.h"

// A job array is one run. Each of its tasks leaves the files of a single run in task-<index>/ and
// is read as one; the run's state follows from theirs. Example: of the tasks 0 to 3 of array 72,
// squeue lists "72_[2-3%1]" and "72_1", and task-0/ has an end marker with exit status 0: 0 is
// done, 1 is running, 2 and 3 are pending, and the run is running.

namespace gpujob {

/// The task as a run of its own, under its own job id, "72_3". Of two arrays of one run its claim
/// says which of them does its work.
Result<RunRecord> task_run(const World& world, const RunRecord& run, const TaskRecord& task);

/// The rows of an array, each task's under its own id; of tasks that are listed together one each.
/// What was cancelled before it started is listed under the array's id, without its tasks.
struct TaskRows {
  std::map<std::string, JobRow> rows;
  std::map<std::string, JobRow> without_tasks;
  bool is_cut = false;  ///< a list of tasks could not be read to its end

  /// `marker`: of a task that did start.
  Observation observation_of(const std::string& job_id,
                             const std::optional<EndMarker>& marker) const;
};

TaskRows rows_by_task(const std::vector<JobRow>& rows, const std::string& job_name);

/// What the rows say of the tasks that are not over: Unknown if one is missing, else Failed or Done
/// if one is so.
Phase phase_of_tasks(const std::vector<JobRow>& rows, const RunRecord& run);

/// Pure. The state of an array: what goes on before what is over, what failed before what is done.
DerivedState state_of_tasks(const std::vector<TaskRecord>& tasks);

/// Those that are over and not done.
std::vector<int> failed_tasks(const RunRecord& run);

/// Reads the files of each task that is not over, lets `look` derive its state, and keeps the
/// run's with it. A task whose files cannot be read stays as it was, with a warning.
using TaskLook = std::function<std::pair<DerivedState, Findings>(const RunRecord& task,
                                                                 StateEvidence& evidence)>;
void update_tasks(const World& world, RunStore& store, RunRecord& run, const TaskLook& look,
                  Diagnostics& problems);

}  // namespace gpujob
