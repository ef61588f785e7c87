// SPDX-License-Identifier: MIT
#include "run/job_identity.h"

#include <algorithm>

#include "base/format.h"
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

bool holds_task(const JobRow& row, int index) {
  const auto tasks = tasks_in(row.job_id);
  return tasks && std::find(tasks->begin(), tasks->end(), index) != tasks->end();
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

/// The first row of those wanted, but before one that is over one that is not: of rows that
/// contradict each other none ends a job. nullptr without one.
template <class Wanted>
const JobRow* find_living(const std::vector<JobRow>& rows, Wanted wanted) {
  const JobRow* first = nullptr;
  for (const JobRow& row : rows) {
    if (!wanted(row)) continue;
    if (is_alive(row)) return &row;
    if (first == nullptr) first = &row;
  }
  return first;
}

}  // namespace

const JobRow* find_named(const std::vector<JobRow>& rows, const RunRecord& run) {
  return find_living(rows, [&](const JobRow& row) { return is_named(row, run); });
}

bool is_own(const JobRow& row, const RunRecord& run) {
  return array_job_id(row.job_id) == array_job_id(run.job->job_id) &&
         row.name == run.plan.job_name && is_same_submission(row, run);
}

const JobRow* find_row(const std::vector<JobRow>& rows, const RunRecord& run) {
  return find_living(rows, [&](const JobRow& row) { return is_own(row, run); });
}

bool is_alive(const JobRow& row) {
  const Phase phase = meaning_of(row.state).phase;
  return phase == Phase::Pending || phase == Phase::Running;
}

void add_asked_id(std::vector<std::string>& ids, const RunRecord& run) {
  std::string id = run.job->job_id;
  if (run.plan.array_task) id = array_job_id(id);
  if (ids.empty() || ids.back() != id) ids.push_back(std::move(id));
}

Phase RunRows::phase_of(const RunRecord& run) {
  if (!run.tasks.empty()) return phase_of_tasks(rows_, run);
  const Observation seen = observation_of(run);
  return seen.kind == Observation::Kind::Listed ? meaning_of(seen.row.state).phase : Phase::Unknown;
}

const TaskRows& RunRows::tasks_of(const std::string& job_name) {
  const auto known = tasks_.find(job_name);
  if (known != tasks_.end()) return known->second;
  return tasks_.emplace(job_name, rows_by_task(rows_, job_name)).first->second;
}

std::map<std::string_view, std::string_view> only_job_by_name(const std::vector<JobRow>& rows) {
  std::map<std::string_view, std::string_view> jobs;
  for (const JobRow& row : rows) {
    const std::string_view id = array_job_id(row.job_id);
    const auto [known, is_new] = jobs.emplace(row.name, id);
    if (!is_new && known->second != id) known->second = {};
  }
  return jobs;
}

std::vector<JobRow> surplus_copies(const std::vector<JobRow>& rows, const RunRecord& run) {
  std::vector<JobRow> copies;
  const std::string_view own = array_job_id(run.job->job_id);
  for (const JobRow& row : rows) {
    if (row.name != run.plan.job_name || array_job_id(row.job_id) == own ||
        meaning_of(row.state).phase != Phase::Pending || predates(row, run)) {
      continue;
    }
    JobRow copy = row;
    copy.job_id = array_job_id(row.job_id);
    if (const auto& task = run.plan.array_task) {
      if (!holds_task(row, task->index)) continue;
      copy.job_id += format("_{}", task->index);
    }
    const bool is_known = std::any_of(copies.begin(), copies.end(), [&](const JobRow& other) {
      return other.job_id == copy.job_id;
    });
    if (!is_known) copies.push_back(std::move(copy));
  }
  return copies;
}

bool is_left(const JobRow& row, const std::string& job_id) {
  if (row.job_id == job_id) return is_alive(row);
  if (const auto task = tasks_in(job_id); task && task->size() == 1) {
    return array_job_id(row.job_id) == array_job_id(job_id) && is_alive(row) &&
           holds_task(row, task->front());
  }
  return array_job_id(row.job_id) == job_id && meaning_of(row.state).phase == Phase::Pending;
}

Observation RunRows::observation_of(const RunRecord& run, const std::optional<EndMarker>& marker) {
  if (run.plan.array_task) {
    return tasks_of(run.plan.job_name).observation_of(run.job->job_id, marker);
  }
  if (const JobRow* const row = find_row(rows_, run)) return {Observation::Kind::Listed, *row};
  const auto other = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const JobRow& row) { return row.job_id == run.job->job_id; });
  return {Observation::Kind::Absent, other == rows_.end() ? JobRow{} : *other};
}

}  // namespace gpujob
