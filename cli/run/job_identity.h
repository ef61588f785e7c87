// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/instant.h"
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

/// The run's own row; nullptr without one.
const JobRow* find_row(const std::vector<JobRow>& rows, const RunRecord& run);

/// The first row that has the run's own name and may be its job; nullptr without one.
const JobRow* find_named(const std::vector<JobRow>& rows, const RunRecord& run);

bool is_alive(const JobRow& row);

/// What rows of the queue or the accounting say of a run's job.
Observation observation_in(const std::vector<JobRow>& rows, const RunRecord& run);

/// What the rows say of the run's job; Unknown without a row.
Phase phase_in(const std::vector<JobRow>& rows, const RunRecord& run);

/// Jobs of the run's name that have not started beside the job that does or will do its work; of
/// an array that has not wholly started once, under the id that its tasks share.
std::vector<JobRow> surplus_copies(const std::vector<JobRow>& rows, const RunRecord& run);

/// Is the copy, or what has not started of an array, still there? A started task has its claim.
bool is_left(const JobRow& row, const std::string& job_id);

}  // namespace gpujob
