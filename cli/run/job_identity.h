// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "run/array_tasks.h"
#include "run/derive_state.h"
#include "run/run_directory.h"
#include "slurm/job_row.h"
#include "slurm/job_state.h"

// Which of the rows that squeue or sacct list are a run's job.

namespace gpujob {

/// A submission cannot be older than its run's id; clocks of two machines may differ by this much.
inline constexpr Milliseconds kClockSlack{3'600'000};

/// Has the row the run's job id (or, where that is an array's, one of its tasks'), name and time of
/// submission? An id alone may be another job's by now.
bool is_own(const JobRow& row, const RunRecord& run);

/// The run's own row, one of a job that lives before others; nullptr without one.
const JobRow* find_row(const std::vector<JobRow>& rows, const RunRecord& run);

/// The first row that has the run's own name and may be its job, the same; nullptr without one.
const JobRow* find_named(const std::vector<JobRow>& rows, const RunRecord& run);

bool is_alive(const JobRow& row);

/// Adds the id that the accounting is asked for: of the tasks of an array the one they share.
void add_asked_id(std::vector<std::string>& ids, const RunRecord& run);

/// What the queue or the accounting, which listed `rows`, says of runs' jobs. The rows outlive it.
class RunRows {
 public:
  explicit RunRows(const std::vector<JobRow>& rows) : rows_(rows) {}

  /// `marker`: the end of the run's job, if it left one.
  Observation observation_of(const RunRecord& run, const std::optional<EndMarker>& marker = {});

  /// Unknown without a row.
  Phase phase_of(const RunRecord& run);

 private:
  const TaskRows& tasks_of(const std::string& job_name);

  const std::vector<JobRow>& rows_;
  std::map<std::string, TaskRows> tasks_;  ///< of the arrays that were asked for
};

/// The id of the job or array that has a name; empty where several have it. The rows outlive it.
std::map<std::string_view, std::string_view> only_job_by_name(const std::vector<JobRow>& rows);

/// Jobs of the run's name that have not started beside the job that does or will do its work; of
/// an array that has not wholly started once, under the id that its tasks share; of an array of
/// runs the run's own task.
std::vector<JobRow> surplus_copies(const std::vector<JobRow>& rows, const RunRecord& run);

/// Is the copy, or what has not started of an array, still there? A started task has its claim.
bool is_left(const JobRow& row, const std::string& job_id);

}  // namespace gpujob
