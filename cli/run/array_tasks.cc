// SPDX-License-Identifier: MIT
#include "run/array_tasks.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/index_list.h"
#include "run/attempt.h"

namespace gpujob {

namespace {

/// The first that a task is in is the array's.
constexpr std::array kByWeight = {RunState::Running,   RunState::Pending, RunState::ResultsPending,
                                  RunState::Unknown,   RunState::Failed,  RunState::Vanished,
                                  RunState::Cancelled, RunState::Done};
/// So many tasks are explained, and the others named.
constexpr std::size_t kMostExplained = 5;

bool went_wrong(const TaskRecord& task) {
  return is_final(task.state) && task.state != RunState::Done;
}

std::vector<int> tasks_in_state(const std::vector<TaskRecord>& tasks, RunState state) {
  std::vector<int> indices;
  for (const TaskRecord& task : tasks) {
    if (task.state == state) indices.push_back(task.index);
  }
  return indices;
}

/// "9 done; 3 failed: 2,5,9"
std::string counts_of(const std::vector<TaskRecord>& tasks) {
  std::vector<std::string> parts;
  for (auto state = kByWeight.rbegin(); state != kByWeight.rend(); ++state) {
    const std::vector<int> indices = tasks_in_state(tasks, *state);
    if (indices.empty()) continue;
    const bool is_named = is_final(*state) && *state != RunState::Done;
    parts.push_back(format("{} {}{}", indices.size(), to_string(*state),
                           is_named ? ": " + index_list_text(indices) : ""));
  }
  return join(parts, "; ");
}

std::vector<std::string> evidence_of(const std::vector<TaskRecord>& tasks) {
  std::vector<std::string> lines = {"tasks: " + counts_of(tasks)};
  std::vector<int> others;
  for (const TaskRecord& task : tasks) {
    if (!went_wrong(task)) continue;
    if (lines.size() <= kMostExplained) {
      lines.push_back(format("task {}: {}", task.index, join(task.evidence, ", ")));
    } else {
      others.push_back(task.index);
    }
  }
  if (!others.empty()) lines.push_back("more tasks: " + index_list_text(others));
  return lines;
}

}  // namespace

Result<RunRecord> task_run(const World& world, const RunRecord& run, const TaskRecord& task) {
  const std::string index = std::to_string(task.index);
  // Not a copy of `run`, which has as many tasks as are asked for.
  RunRecord one{task,        run.id,       task_directory(run.directory, index),
                run.plan,    run.endpoint, run.profile,
                run.attempt, run.job,      run.submitted,
                {},          run.reach,    run.others};
  const auto claimed = claimed_by(world, one.directory);
  if (!claimed) return claimed.failure();
  if (!claimed->empty()) {
    one.job = RunJob{*claimed, "", {}, ""};
  } else if (one.job) {
    one.job->job_id += "_" + index;
  }
  return one;
}

Observation TaskRows::observation_of(const std::string& job_id,
                                     const std::optional<EndMarker>& marker) const {
  if (const auto own = rows.find(job_id); own != rows.end()) {
    return {Observation::Kind::Listed, own->second};
  }
  const auto rest = without_tasks.find(std::string(array_job_id(job_id)));
  if (rest != without_tasks.end() && !marker) return {Observation::Kind::Listed, rest->second};
  return {is_cut ? Observation::Kind::NotAsked : Observation::Kind::Absent, {}};
}

TaskRows rows_by_task(const std::vector<JobRow>& rows, const std::string& job_name) {
  TaskRows all;
  for (const JobRow& row : rows) {
    if (row.name != job_name) continue;
    const auto tasks = tasks_in(row.job_id);
    all.is_cut = all.is_cut || !tasks;
    if (tasks && tasks->empty()) all.without_tasks.emplace(row.job_id, row);
    for (const int index : tasks.value_or(std::vector<int>{})) {
      JobRow one = row;
      one.job_id = format("{}_{}", array_job_id(row.job_id), index);
      all.rows.emplace(one.job_id, one);
    }
  }
  return all;
}

Phase phase_of_tasks(const std::vector<JobRow>& rows, const RunRecord& run) {
  const TaskRows tasks = rows_by_task(rows, run.plan.job_name);
  Phase phase = Phase::Running;
  for (const TaskRecord& task : run.tasks) {
    if (is_final(task.state)) continue;
    const auto row = tasks.rows.find(format("{}_{}", run.job->job_id, task.index));
    if (row == tasks.rows.end()) return Phase::Unknown;
    const Phase its = meaning_of(row->second.state).phase;
    if (its == Phase::Failed || (its == Phase::Done && phase != Phase::Failed)) phase = its;
  }
  return phase;
}

DerivedState state_of_tasks(const std::vector<TaskRecord>& tasks) {
  const auto* const state = std::find_if(kByWeight.begin(), kByWeight.end(), [&](RunState one) {
    return !tasks_in_state(tasks, one).empty();
  });
  if (state == kByWeight.end()) return {};
  const bool alike = std::all_of(tasks.begin(), tasks.end(), [&](const TaskRecord& task) {
    return task.state == RunState::Pending && task.detail == tasks.front().detail;
  });
  return {*state, alike ? tasks.front().detail : counts_of(tasks), {}};
}

std::vector<int> failed_tasks(const RunRecord& run) {
  std::vector<int> failed;
  for (const TaskRecord& task : run.tasks) {
    if (went_wrong(task)) failed.push_back(task.index);
  }
  return failed;
}

void update_tasks(const World& world, RunStore& store, RunRecord& run, const TaskLook& look,
                  Diagnostics& problems) {
  const Result<Attempt> attempt = read_attempt(world, run);
  if (!attempt) return problems.push_back(as_warning(attempt.failure()));
  const std::vector<TaskRecord> before = run.tasks;
  for (TaskRecord& task : run.tasks) {
    if (is_final(task.state) && task.state != RunState::Vanished) continue;
    const auto one = task_run(world, run, task);
    if (!one) {
      problems.push_back(as_warning(one.failure()));
      continue;
    }
    std::optional<StateEvidence> evidence = evidence_on_disk(world, *one, problems);
    if (!evidence) continue;
    if (attempt->cancel_asked) evidence->cancel = StateEvidence::Cancel::Asked;
    const auto [derived, findings] = look(*one, *evidence);
    take_over(task, derived, findings);
    if (!went_wrong(task)) task.evidence.clear();
  }
  const Findings findings{evidence_of(run.tasks), run.account, run.job_submitted};
  const bool is_new = take_over(run, state_of_tasks(run.tasks), findings);
  if (!is_new && run.tasks == before) return;
  if (const Status saved = store.save_state(run); !saved) {
    problems.push_back(as_warning(saved.failure()));
  }
}

}  // namespace gpujob
