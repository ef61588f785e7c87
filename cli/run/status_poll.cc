// SPDX-License-Identifier: MIT
#include "run/status_poll.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/ulid.h"
#include "run/array_tasks.h"
#include "run/attempt.h"
#include "run/end_marker.h"
#include "run/evidence_text.h"
#include "run/job_identity.h"
#include "run/persist_state.h"
#include "slurm/accounting.h"
#include "slurm/find_slurm.h"
#include "slurm/job_state.h"
#include "slurm/queue.h"
#include "slurm/scancel.h"

namespace gpujob {

namespace {

Diagnostic copy_diagnostic(const RunRecord& run, const JobRow& copy, const std::string& outcome,
                           const std::string& why, const std::string& fix) {
  return {"",
          Severity::Warning,
          format("run {}", run.id),
          format("job {} is a surplus copy of job {}: {}", copy.job_id, run.job->job_id, outcome),
          why,
          fix,
          ""};
}

/// What a poll found out about a job beside its state.
Findings findings_in(const RunRecord& run, const StateEvidence& evidence) {
  Findings findings{evidence_lines(run, evidence), account_in(evidence.accounting),
                    run.job_submitted};
  if (!findings.account) findings.account = run.account;
  if (!findings.job_submitted.empty()) return findings;
  for (const Observation* seen : {&evidence.queue, &evidence.accounting}) {
    if (seen->kind != Observation::Kind::Listed) continue;
    findings.job_submitted = seen->row.submitted;
    break;
  }
  return findings;
}

}  // namespace

std::optional<JobAccount> account_in(const Observation& accounting) {
  if (accounting.kind != Observation::Kind::Listed) return std::nullopt;
  const Phase phase = meaning_of(accounting.row.state).phase;
  if (phase != Phase::Done && phase != Phase::Failed) return std::nullopt;
  constexpr long long kMostCpus = 100'000'000;
  constexpr double kMostJoules = 1e15;  // a megawatt for thirty years
  const std::optional<double> joules = parse_real(accounting.row.energy);
  const bool measured = joules && *joules > 0 && *joules < kMostJoules;
  const auto cpus = parse_integer(accounting.row.cpus);
  return JobAccount{measured ? joules : std::nullopt,
                    cpus && *cpus < kMostCpus ? static_cast<int>(*cpus) : 0};
}

void StatusPoll::bring_up_to_date(const std::vector<RunRecord*>& runs, Asking asking) {
  if (asking == Asking::Itself || !take_another_answer(runs)) ask_queue(runs);
  for (RunRecord* run : runs) {
    run->reach = reach_;
    read_job(*run);
    if (run->job) {
      correct_job(*run);
    } else {
      find_job(*run);
    }
  }
  if (queue_) queue_rows_.emplace(*queue_);
  ask_accounting(runs);
  find_forgotten(runs);
  if (accounting_) accounting_rows_.emplace(*accounting_);
  for (RunRecord* run : runs) {
    if (run->job) update(*run);
  }
  cancel_copies(runs);
}

bool StatusPoll::take_another_answer(const std::vector<RunRecord*>& runs) {
  std::optional<QueueAnswer> told = queue_told_to_another(world_, endpoint_);
  if (!told) return false;
  RunRows rows(told->rows);
  const bool is_enough = std::all_of(runs.begin(), runs.end(), [&](const RunRecord* run) {
    if (!run->tasks.empty() || !run->job) return false;
    const Phase phase = rows.phase_of(*run);
    return phase == Phase::Pending || phase == Phase::Running;
  });
  if (!is_enough) return false;
  queue_ = std::move(told->rows);
  asked_by_another_ = told->asked;
  return true;
}

void StatusPoll::ask_queue(const std::vector<RunRecord*>& runs) {
  Result<Rows> rows = list_queue(world_, endpoint_);
  if (rows) {
    queue_ = *std::move(rows);
    return check_cluster(runs);
  }
  const bool absent = rows.failure().exit == ExitCode::Scheduler;
  reach_ = absent ? RunRecord::Reach::Elsewhere : RunRecord::Reach::Silent;
  problems_.push_back(as_warning(rows.failure()));
}

/// Clusters may share a home: the queue of another one says nothing about a run it does not list.
/// Where --clusters names the cluster, any Slurm that knows it asks the right one.
void StatusPoll::check_cluster(const std::vector<RunRecord*>& runs) {
  if (endpoint_.kind != EndpointKind::Slurm || endpoint_.cluster_name.empty()) return;
  if (!endpoint_.clusters_option.empty()) return;
  const bool lists_all = std::all_of(runs.begin(), runs.end(), [this](const RunRecord* run) {
    return (run->job ? find_row(*queue_, *run) : find_named(*queue_, *run)) != nullptr;
  });
  if (lists_all) return;
  const std::string name = ask_cluster_name(world_, endpoint_).value_or("");
  if (name.empty() || name == endpoint_.cluster_name) return;
  is_other_cluster_ = true;
  reach_ = RunRecord::Reach::Elsewhere;
  queue_.reset();
  problems_.push_back({"", Severity::Warning, "squeue",
                       format("this machine's Slurm is cluster '{}', the runs were sent to '{}'",
                              name, endpoint_.cluster_name),
                       "it cannot say what became of them",
                       format("ask on a login node of '{}'", endpoint_.cluster_name), ""});
}

/// The claim of another job may have come since the record was read.
void StatusPoll::read_job(RunRecord& run) {
  const Result<Attempt> attempt = read_attempt(world_, run);
  if (!attempt || !attempt->job) return;
  if (attempt->is_claimed) claimed_.insert(run.id);
  if (run.job && run.job->job_id == attempt->job->job_id) return;
  run.job = attempt->job;
  run.job_submitted.clear();
}

/// May its id be one that was misread from an answer? Not if the job has claimed the run.
bool StatusPoll::may_be_misread(const RunRecord& run) const {
  return has_unique_name(run) && claimed_.count(run.id) == 0;
}

/// The name finds the job and the id confirms it: where sbatch's answer was misread, the queue or
/// an end marker knows the job by its name under another id.
void StatusPoll::correct_job(RunRecord& run) {
  if (!may_be_misread(run) || !queue_ || find_row(*queue_, run) != nullptr) return;
  if (const JobRow* const row = find_named(*queue_, run)) {
    return take_found(run, row->job_id, "queue");
  }
  const Result<std::optional<EndMarker>> own = read_end_marker(world_, run);
  if (own && !*own) (void)find_in_files(run);
}

/// Runs whose id neither the queue nor the accounting knows: the accounting may know their names.
void StatusPoll::find_forgotten(const std::vector<RunRecord*>& runs) {
  if (!queue_ || !accounting_) return;
  std::vector<std::string> names;
  Instant since = world_.now();
  for (const RunRecord* run : runs) {
    if (!is_forgotten(*run)) continue;
    names.push_back(run->plan.job_name);
    since = std::min(since, ulid_time(run->id).value_or(since));
  }
  if (names.empty()) return;
  auto answer = find_in_accounting(world_, endpoint_, names, since - kClockSlack);
  if (!answer || !*answer) {
    if (!answer) problems_.push_back(as_warning(answer.failure()));
    accounting_.reset();
    return;
  }
  for (RunRecord* run : runs) {
    if (!is_forgotten(*run)) continue;
    const JobRow* const row = find_named(**answer, *run);
    if (row != nullptr) take_found(*run, row->job_id, "accounting");
  }
  accounting_->insert(accounting_->end(), (*answer)->begin(), (*answer)->end());
}

bool StatusPoll::is_forgotten(const RunRecord& run) const {
  return run.job && may_be_misread(run) && find_row(*queue_, run) == nullptr &&
         find_row(*accounting_, run) == nullptr;
}

void StatusPoll::find_job(RunRecord& run) {
  if (queue_) {
    if (const JobRow* const row = find_named(*queue_, run)) {
      return take_found(run, row->job_id, "queue");
    }
  }
  const Result<bool> in_files = find_in_files(run);
  if (!in_files) return problems_.push_back(as_warning(in_files.failure()));
  if (*in_files) return;
  if (is_other_cluster_) return update_without_job(run, {});
  const auto& answer = ask_for_name(run);
  if (!answer) {
    problems_.push_back(as_warning(answer.failure()));
    return update_without_job(run, {});
  }
  const std::optional<Rows>& rows = *answer;
  if (!rows) return update_without_job(run, {Observation::Kind::Disabled, {}});
  if (const JobRow* const row = find_named(*rows, run)) {
    return take_found(run, row->job_id, "accounting");
  }
  update_without_job(run, {Observation::Kind::Absent, {}});
}

/// The tasks of an array have one name.
const Result<std::optional<StatusPoll::Rows>>& StatusPoll::ask_for_name(const RunRecord& run) {
  const std::string& name = run.plan.job_name;
  const auto known = named_.find(name);
  if (known != named_.end()) return known->second;
  const Instant since = ulid_time(run.id).value_or(world_.now()) - kClockSlack;
  return named_.emplace(name, find_in_accounting(world_, endpoint_, {name}, since)).first->second;
}

/// The job's own end marker tells its id where the queue has forgotten it.
Result<bool> StatusPoll::find_in_files(RunRecord& run) {
  const Result<std::optional<std::string>> id = marked_job_id(world_, run);
  if (!id) return id.failure();
  if (*id) take_found(run, **id, "end marker");
  if (*id || !run.plan.array_task) return id->has_value();
  // Any other task of the array knows it too; its directory is searched once.
  const std::string array = submission_directory(run);
  if (!searched_.insert(array).second) return false;
  const auto names = world_.list(array);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (!name.starts_with("task-")) continue;
    const Result<std::string> claimed = claimed_by(world_, join_path(array, name));
    if (!claimed) return claimed.failure();
    if (claimed->empty()) continue;
    take_found(run, *claimed, "claim");
    return true;
  }
  return false;
}

/// Of an array `found` may be the id of any of its tasks.
void StatusPoll::take_found(RunRecord& run, const std::string& found, const std::string& source) {
  std::string job_id(array_job_id(found));
  if (const auto& task = run.plan.array_task) job_id += format("_{}", task->index);
  if (run.job && run.job->job_id == job_id) return;
  if (const Status written = write_found(world_, run, job_id, source); !written) {
    problems_.push_back(as_warning(written.failure()));
  }
  run.job = RunJob{job_id, "", {}, ""};
  run.job_submitted.clear();
}

void StatusPoll::ask_accounting(const std::vector<RunRecord*>& runs) {
  std::vector<std::string> ids;
  bool needed = false;
  for (const RunRecord* run : runs) {
    if (!run->job) continue;
    // Of what the queue lists as over the accounting knows more: what it took, and why it failed.
    const Phase phase = queue_rows_ ? queue_rows_->phase_of(*run) : Phase::Unknown;
    if (phase == Phase::Pending || phase == Phase::Running) continue;
    needed = needed || phase != Phase::Done;
    add_asked_id(ids, *run);
  }
  if (ids.empty() || is_other_cluster_) return;
  Result<std::optional<Rows>> answer = list_accounting(world_, endpoint_, ids);
  if (!answer) {
    if (needed) problems_.push_back(as_warning(answer.failure()));
    return;
  }
  accounting_ = *std::move(answer);
  if (!accounting_) without_ = Observation::Kind::Disabled;
}

void StatusPoll::update(RunRecord& run) {
  if (!run.tasks.empty()) return update_array(run);
  std::optional<StateEvidence> evidence = evidence_on_disk(world_, run, problems_);
  if (!evidence) return;
  if (queue_rows_) evidence->queue = queue_rows_->observation_of(run, evidence->marker);
  const bool is_listed = evidence->queue.kind == Observation::Kind::Listed;
  if (asked_by_another_ && !is_listed) evidence->queue = {};
  evidence->accounting.kind = without_;
  if (accounting_rows_) {
    evidence->accounting = accounting_rows_->observation_of(run, evidence->marker);
  }
  persist_state(store_, run, derive_state(run, *evidence), findings_in(run, *evidence), problems_);
  if (asked_by_another_ && is_listed) {
    const auto age = std::chrono::duration_cast<Seconds>(world_.now() - *asked_by_another_).count();
    run.evidence.front() += format(" ({} s ago, asked by another gpujob)", age);
  }
}

void StatusPoll::update_array(RunRecord& run) {
  std::optional<TaskRows> queue, accounting;
  if (queue_) queue = rows_by_task(*queue_, run.plan.job_name);
  if (accounting_) accounting = rows_by_task(*accounting_, run.plan.job_name);
  const auto look = [&](const RunRecord& task, StateEvidence& evidence) {
    const std::string& id = task.job->job_id;
    if (queue) evidence.queue = queue->observation_of(id, evidence.marker);
    evidence.accounting.kind = without_;
    if (accounting) evidence.accounting = accounting->observation_of(id, evidence.marker);
    return std::pair(derive_state(task, evidence), findings_in(task, evidence));
  };
  update_tasks(world_, store_, run, look, problems_);
}

/// Does the queue list the job, or a task of it, as pending or running?
bool StatusPoll::is_in_queue(const RunRecord& run) {
  if (run.plan.array_task) {
    const Observation seen = queue_rows_->observation_of(run);
    return seen.kind == Observation::Kind::Listed && is_alive(seen.row);
  }
  return std::any_of(queue_->begin(), queue_->end(),
                     [&](const JobRow& row) { return is_own(row, run) && is_alive(row); });
}

/// sbatch may have sent a job twice: what has not started of the copies would only take a place in
/// the queue. A copy that runs ends by itself, as it does not get the claim.
void StatusPoll::cancel_copies(const std::vector<RunRecord*>& runs) {
  if (!queue_) return;
  const auto only_jobs = only_job_by_name(*queue_);
  using Copy = std::pair<const RunRecord*, JobRow>;
  std::map<std::string, std::vector<Copy>> by_name;
  for (const RunRecord* run : runs) {
    if (!run->job || !has_unique_name(*run)) continue;
    const auto only = only_jobs.find(run->plan.job_name);
    if (only == only_jobs.end() || only->second == array_job_id(run->job->job_id)) continue;
    const bool is_waited_for = is_in_queue(*run);
    if (claimed_.count(run->id) == 0 && !is_waited_for) continue;
    for (const JobRow& copy : surplus_copies(*queue_, *run))
      by_name[copy.name].emplace_back(run, copy);
  }
  std::vector<Copy> asked;
  for (const auto& [name, copies] : by_name) {
    std::vector<std::string> ids;
    for (const auto& [run, copy] : copies) ids.push_back(copy.job_id);
    // The queue listed them as this user's; whichever starts meanwhile stays.
    const Status sent = cancel_jobs(world_, endpoint_, ids, name, Cancel::IfPending);
    if (sent) {
      asked.insert(asked.end(), copies.begin(), copies.end());
      continue;
    }
    for (const auto& [run, copy] : copies) {
      problems_.push_back(copy_diagnostic(*run, copy, "it could not be cancelled",
                                          sent.failure().diagnostics.front().line(),
                                          "the next 'gpujob status' tries again"));
    }
  }
  if (asked.empty()) return;
  const Result<Rows> now = list_queue(world_, endpoint_);
  for (const auto& [run, copy] : asked) {
    const std::string& id = copy.job_id;
    const bool is_gone = now && std::none_of(now->begin(), now->end(),
                                             [&id](const JobRow& row) { return is_left(row, id); });
    problems_.push_back(is_gone
                            ? copy_diagnostic(*run, copy, "cancelled", "the queue confirms it", "")
                            : copy_diagnostic(*run, copy, "its cancellation is not confirmed",
                                              "it ends without working should it start",
                                              "the next 'gpujob status' tries again"));
  }
}

void StatusPoll::update_without_job(RunRecord& run, const Observation& accounting) {
  const Result<Attempt> attempt = read_attempt(world_, run);
  if (!attempt) return problems_.push_back(as_warning(attempt.failure()));
  StateEvidence evidence;
  evidence.now = world_.now();
  if (attempt->cancel_asked) evidence.cancel = StateEvidence::Cancel::Asked;
  if (queue_) evidence.queue.kind = Observation::Kind::Absent;
  evidence.accounting = accounting;
  const DerivedState derived = derive_unanswered_state(run, evidence);
  std::vector<std::string> lines = evidence_lines(run, evidence);
  if (!run.unconfirmed_refusal.empty()) {
    lines.insert(lines.begin(), "answer of the submission: " + run.unconfirmed_refusal);
  }
  if (derived.state == RunState::Refused) {
    if (const Status written = write_absent(world_, run); !written) {
      return problems_.push_back(as_warning(written.failure()));
    }
  }
  persist_state(store_, run, derived, {std::move(lines), run.account, run.job_submitted},
                problems_);
}

}  // namespace gpujob
