// SPDX-License-Identifier: MIT
#include "run/job_identity.h"

#include <algorithm>

#include "base/text.h"
#include "base/ulid.h"
#include "run/array_tasks.h"

namespace gpujob {

namespace {

/// "2026-11-21T09:30:00", and not "N/A" or "Unknown".
bool is_time(const std::string& text) {
  return text.size() >= 19 && text[4] == '-' && text[10] == 'T';
}

/// A submission cannot be older than its run.
bool predates(const JobRow& row, const RunRecord& run) {
  const std::optional<Instant> made = ulid_time(run.id);
  return made && is_time(row.submitted) && row.submitted < format_instant(*made - kClockSlack);
}

/// Does the run's own name identify this job? Not if it is known to be another run's.
bool is_named(const JobRow& row, const RunRecord& run) {
  return row.name == run.plan.job_name && !predates(row, run) &&
         !contains(run.others, array_job_id(row.job_id));
}

/// A submission has one time, unless Slurm may requeue the job and count anew.
bool is_same_submission(const JobRow& row, const RunRecord& run) {
  if (predates(row, run)) return false;
  const bool known =
      is_time(row.submitted) && is_time(run.job_submitted) && never_requeues(run.plan);
  return !known || row.submitted == run.job_submitted;
}

}  // namespace

const JobRow* find_named(const std::vector<JobRow>& rows, const RunRecord& run) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const JobRow& row) { return is_named(row, run); });
  return found == rows.end() ? nullptr : &*found;
}

bool is_own(const JobRow& row, const RunRecord& run) {
  return array_job_id(row.job_id) == run.job->job_id && row.name == run.plan.job_name &&
         is_same_submission(row, run);
}

const JobRow* find_row(const std::vector<JobRow>& rows, const RunRecord& run) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const JobRow& row) { return is_own(row, run); });
  return found == rows.end() ? nullptr : &*found;
}

bool is_alive(const JobRow& row) {
  const Phase phase = meaning_of(row.state).phase;
  return phase == Phase::Pending || phase == Phase::Running;
}

Phase phase_in(const std::vector<JobRow>& rows, const RunRecord& run) {
  if (!run.tasks.empty()) return phase_of_tasks(rows, run);
  const JobRow* const row = find_row(rows, run);
  return row == nullptr ? Phase::Unknown : meaning_of(row->state).phase;
}

std::vector<JobRow> surplus_copies(const std::vector<JobRow>& rows, const RunRecord& run) {
  std::vector<JobRow> copies;
  for (const JobRow& row : rows) {
    if (row.name != run.plan.job_name || array_job_id(row.job_id) == run.job->job_id ||
        meaning_of(row.state).phase != Phase::Pending || predates(row, run)) {
      continue;
    }
    JobRow copy = row;
    copy.job_id = array_job_id(row.job_id);
    const bool is_known = std::any_of(copies.begin(), copies.end(), [&](const JobRow& other) {
      return other.job_id == copy.job_id;
    });
    if (!is_known) copies.push_back(std::move(copy));
  }
  return copies;
}

bool is_left(const JobRow& row, const std::string& job_id) {
  if (row.job_id == job_id) return is_alive(row);
  return array_job_id(row.job_id) == job_id && meaning_of(row.state).phase == Phase::Pending;
}

Observation observation_in(const std::vector<JobRow>& rows, const RunRecord& run) {
  if (const JobRow* const row = find_row(rows, run)) return {Observation::Kind::Listed, *row};
  const auto other = std::find_if(rows.begin(), rows.end(),
                                  [&](const JobRow& row) { return row.job_id == run.job->job_id; });
  return {Observation::Kind::Absent, other == rows.end() ? JobRow{} : *other};
}

}  // namespace gpujob
