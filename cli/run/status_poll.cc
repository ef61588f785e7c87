// SPDX-License-Identifier: MIT
#include "run/status_poll.h"

#include <algorithm>

#include "base/text.h"
#include "base/ulid.h"
#include "run/attempt.h"
#include "run/persist_state.h"
#include "slurm/accounting.h"
#include "slurm/job_state.h"
#include "slurm/queue.h"

namespace gpujob {

namespace {

/// A submission cannot be older than its run's id; clocks of two machines may differ by this much.
constexpr Milliseconds kClockSlack{3'600'000};

/// The row with the run's job id and its name: an id alone may be another job's by now.
const JobRow* find_row(const std::vector<JobRow>& rows, const RunRecord& run) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const JobRow& row) {
    return row.job_id == run.job->job_id && row.name == run.plan.job_name;
  });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

Observation observation_in(const std::vector<JobRow>& rows, const RunRecord& run) {
  const JobRow* const row = find_row(rows, run);
  return row == nullptr ? Observation{Observation::Kind::Absent, {}}
                        : Observation{Observation::Kind::Listed, *row};
}

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

void StatusPoll::bring_up_to_date(const std::vector<RunRecord*>& runs) {
  ask_queue();
  for (RunRecord* run : runs) {
    run->reach = reach_;
    if (!run->job) find_job(*run);
  }
  ask_accounting(runs);
  for (RunRecord* run : runs) {
    if (run->job) update(*run);
  }
}

void StatusPoll::ask_queue() {
  Result<Rows> rows = list_queue(world_, endpoint_);
  if (rows) {
    queue_ = *std::move(rows);
    return;
  }
  const bool absent = rows.failure().exit == ExitCode::Scheduler;
  reach_ = absent ? RunRecord::Reach::Elsewhere : RunRecord::Reach::Silent;
  problems_.push_back(as_warning(rows.failure()));
}

/// A job of the run's own name is the run's job, unless it is known to be another's.
void StatusPoll::find_job(RunRecord& run) {
  const auto named = [&](const JobRow& row) {
    return row.name == run.plan.job_name &&
           std::find(run.others.begin(), run.others.end(), row.job_id) == run.others.end();
  };
  if (queue_) {
    const auto row = std::find_if(queue_->begin(), queue_->end(), named);
    if (row != queue_->end()) return take_found(run, row->job_id, "queue");
  }
  if (find_in_files(run)) return;
  const Instant since = ulid_time(run.id).value_or(world_.now()) - kClockSlack;
  const auto answer = find_in_accounting(world_, endpoint_, run.plan.job_name, since);
  if (!answer) {
    problems_.push_back(as_warning(answer.failure()));
    return update_without_job(run, {});
  }
  const std::optional<Rows>& rows = *answer;
  if (!rows) return update_without_job(run, {Observation::Kind::Disabled, {}});
  const auto row = std::find_if(rows->begin(), rows->end(), named);
  if (row != rows->end()) return take_found(run, row->job_id, "accounting");
  update_without_job(run, {Observation::Kind::Absent, {}});
}

/// The job's own end marker tells its id where the queue has forgotten it.
bool StatusPoll::find_in_files(RunRecord& run) {
  const std::optional<std::string> id = marked_job_id(world_, run);
  if (id) take_found(run, *id, "end marker");
  return id.has_value();
}

void StatusPoll::take_found(RunRecord& run, const std::string& job_id, const std::string& source) {
  if (const Status written = write_found(world_, run, job_id, source); !written) {
    problems_.push_back(as_warning(written.failure()));
  }
  run.job = RunJob{job_id, "", {}, ""};
}

void StatusPoll::ask_accounting(const std::vector<RunRecord*>& runs) {
  std::vector<std::string> ids;
  bool needed = false;
  for (const RunRecord* run : runs) {
    if (!run->job) continue;
    const JobRow* const row = queue_ ? find_row(*queue_, *run) : nullptr;
    // What the queue lists as over has an account, which tells what it took: good to have.
    if (row != nullptr && meaning_of(row->state).phase != Phase::Done) continue;
    needed = needed || row == nullptr;
    ids.push_back(run->job->job_id);
  }
  if (ids.empty()) return;
  Result<std::optional<Rows>> answer = list_accounting(world_, endpoint_, ids);
  if (!answer) {
    if (needed) problems_.push_back(as_warning(answer.failure()));
    return;
  }
  accounting_ = *std::move(answer);
  if (!accounting_) without_ = Observation::Kind::Disabled;
}

void StatusPoll::update(RunRecord& run) {
  StateEvidence evidence = evidence_on_disk(world_, run, problems_);
  if (queue_) evidence.queue = observation_in(*queue_, run);
  evidence.accounting.kind = without_;
  if (accounting_) evidence.accounting = observation_in(*accounting_, run);
  const std::optional<JobAccount> account = account_in(evidence.accounting);
  persist_state(store_, run, derive_state(run, evidence), account ? account : run.account,
                problems_);
}

void StatusPoll::update_without_job(RunRecord& run, const Observation& accounting) {
  StateEvidence evidence;
  evidence.now = world_.now();
  if (queue_) evidence.queue.kind = Observation::Kind::Absent;
  evidence.accounting = accounting;
  persist_state(store_, run, derive_unanswered_state(run, evidence), run.account, problems_);
}

}  // namespace gpujob
