// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "base/ulid.h"
#include "run/attempt.h"
#include "run/judge.h"
#include "run/watch.h"
#include "slurm/accounting.h"
#include "slurm/job_state.h"
#include "slurm/queue.h"

namespace gpujob {

namespace {

using Rows = std::vector<JobRow>;
using Runs = std::vector<RunRecord*>;

/// A submission cannot be older than its run's id; clocks of two machines may differ by this much.
constexpr Milliseconds kClockSlack{3'600'000};
/// The accounting may close a job this long after its end.
constexpr Seconds kAccountGrace{600};

Diagnostic as_warning(const Failure& failure) {
  Diagnostic diagnostic = failure.diagnostics.front();
  diagnostic.severity = Severity::Warning;
  return diagnostic;
}

/// The row with the run's job id and its name: an id alone may be another job's by now.
const JobRow* find_row(const Rows& rows, const RunRecord& run) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const JobRow& row) {
    return row.job_id == run.job->job_id && row.name == run.plan.job_name;
  });
  return found == rows.end() ? nullptr : &*found;
}

Testimony testimony_in(const Rows& rows, const RunRecord& run) {
  const JobRow* const row = find_row(rows, run);
  return row == nullptr ? Testimony{Testimony::Kind::Absent, {}}
                        : Testimony{Testimony::Kind::Listed, *row};
}

/// What is on disk about a run: its end marker, the state of the marked reports, a cancellation.
Evidence evidence_on_disk(const World& world, const RunRecord& run, Diagnostics& problems) {
  Evidence evidence;
  evidence.now = world.now();
  const Result<Attempt> attempt = read_attempt(world, run.directory);
  if (attempt && attempt->cancel_asked) evidence.cancel = Evidence::Cancel::Asked;
  const Result<std::optional<EndMarker>> marker = read_end_marker(world, run);
  if (!marker) {
    problems.push_back(as_warning(marker.failure()));
    return evidence;
  }
  evidence.marker = *marker;
  if (!evidence.marker) return evidence;
  for (const MarkedReport& report : evidence.marker->reports) {
    const Result<std::string> text = read_marked_report(world, run, report);
    if (!text) {
      const Diagnostic& diagnostic = text.failure().diagnostics.front();
      evidence.results = format("{}: {}", report.file, diagnostic.problem);
      break;
    }
  }
  return evidence;
}

/// The job's account, once it is closed. Slurm says 0 or nothing where no plug-in measures energy,
/// and a number beyond reason where one failed.
std::optional<JobAccount> account_in(const Testimony& accounting) {
  if (accounting.kind != Testimony::Kind::Listed) return std::nullopt;
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

/// Writes a new judgement down, in memory and as the last look.
void settle(RunStore& store, RunRecord& run, const Judgement& judgement,
            const std::optional<JobAccount>& account, Diagnostics& problems) {
  const Judgement before{run.state, run.detail, run.absence};
  if (judgement == before && account == run.account) return;
  run.account = account;
  run.state = judgement.state;
  run.detail = judgement.detail;
  run.absence = judgement.absence;
  if (const Status saved = store.save_state(run); !saved) {
    problems.push_back(as_warning(saved.failure()));
  }
}

/// All runs of one Slurm, and the answers it gave in this look.
class Look {
 public:
  Look(World& world, RunStore& store, const Endpoint& endpoint, Diagnostics& problems)
      : world_(world), store_(store), endpoint_(endpoint), problems_(problems) {}

  void bring_up_to_date(const Runs& runs) {
    ask_queue();
    for (RunRecord* run : runs) {
      if (!run->job) find_by_name(*run);
    }
    ask_accounting(runs);
    for (RunRecord* run : runs) {
      if (run->job) update(*run);
    }
  }

 private:
  void ask_queue() {
    Result<Rows> rows = list_queue(world_, endpoint_);
    if (rows) {
      queue_ = *std::move(rows);
    } else {
      problems_.push_back(as_warning(rows.failure()));
    }
  }

  /// A job of the run's own name is the run's job: names hold the run id.
  void find_by_name(RunRecord& run) {
    const auto named = [&](const JobRow& row) { return row.name == run.plan.job_name; };
    if (queue_) {
      const auto row = std::find_if(queue_->begin(), queue_->end(), named);
      if (row != queue_->end()) return take_found(run, row->job_id, "queue");
    }
    const Instant since = ulid_time(run.id).value_or(world_.now()) - kClockSlack;
    const auto answer = find_in_accounting(world_, endpoint_, run.plan.job_name, since);
    if (!answer) return problems_.push_back(as_warning(answer.failure()));
    const std::optional<Rows>& rows = *answer;
    if (!rows) return;
    const auto row = std::find_if(rows->begin(), rows->end(), named);
    if (row != rows->end()) take_found(run, row->job_id, "accounting");
  }

  void take_found(RunRecord& run, const std::string& job_id, const std::string& source) {
    if (const Status written = write_found(world_, run, job_id, source); !written) {
      problems_.push_back(as_warning(written.failure()));
    }
    run.job = RunJob{job_id, "", {}, ""};
  }

  void ask_accounting(const Runs& runs) {
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
    if (!accounting_) without_ = Testimony::Kind::Disabled;
  }

  void update(RunRecord& run) {
    Evidence evidence = evidence_on_disk(world_, run, problems_);
    if (queue_) evidence.queue = testimony_in(*queue_, run);
    evidence.accounting.kind = without_;
    if (accounting_) evidence.accounting = testimony_in(*accounting_, run);
    const std::optional<JobAccount> account = account_in(evidence.accounting);
    settle(store_, run, judge(run, evidence), account ? account : run.account, problems_);
  }

  World& world_;
  RunStore& store_;
  const Endpoint& endpoint_;
  Diagnostics& problems_;
  std::optional<Rows> queue_;
  std::optional<Rows> accounting_;
  /// What its silence means: it was not asked, it failed, or there is none.
  Testimony::Kind without_ = Testimony::Kind::NotAsked;
};

void refresh_local(World& world, RunStore& store, RunRecord& run, Diagnostics& problems) {
  if (!run.job) return;
  if (run.job->host != world.host_name()) {
    problems.push_back({"", Severity::Warning, format("run {}", run.id),
                        format("runs on host '{}'", run.job->host), "only that machine can tell",
                        "ask there", ""});
    return;
  }
  const LocalProcess process =
      world.alive(run.job->process) ? LocalProcess::Alive : LocalProcess::Gone;
  const Evidence evidence = evidence_on_disk(world, run, problems);
  settle(store, run, judge_local(evidence, process), run.account, problems);
}

bool is_worth_asking(const RunRecord& run) {
  if (run.state == RunState::Intended) return false;
  return !is_final(run.state) || run.state == RunState::Vanished;
}

/// Was the accounting not ready yet when the run was seen to be done?
bool awaits_account(const RunRecord& run) {
  return run.state == RunState::Done && run.endpoint.kind != EndpointKind::Local && run.job &&
         !run.account;
}

using Groups = std::vector<std::pair<const Endpoint*, Runs>>;

Groups by_endpoint(std::vector<RunRecord>& runs, bool (*wanted)(const RunRecord&)) {
  Groups groups;
  for (RunRecord& run : runs) {
    if (!wanted(run)) continue;
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) {
      return *known.first == run.endpoint;
    });
    if (group == groups.end()) {
      groups.emplace_back(&run.endpoint, Runs{&run});
    } else {
      group->second.push_back(&run);
    }
  }
  return groups;
}

/// Long enough ago that an accounting that does not know its end never will.
bool ended_long_ago(const World& world, const RunRecord& run) {
  const Result<std::optional<EndMarker>> marker = read_end_marker(world, run);
  return !marker || !*marker || (*marker)->ended < format_instant(world.now() - kAccountGrace);
}

}  // namespace

Diagnostics ask_accounts(World& world, RunStore& store, std::vector<RunRecord>& runs) {
  Diagnostics problems;
  for (const auto& [endpoint, members] : by_endpoint(runs, awaits_account)) {
    std::vector<std::string> ids;
    for (const RunRecord* run : members) ids.push_back(run->job->job_id);
    const Result<std::optional<Rows>> rows = list_accounting(world, *endpoint, ids);
    for (RunRecord* run : members) {
      std::optional<JobAccount> account;
      if (rows && *rows) account = account_in(testimony_in(**rows, *run));
      const bool never = (rows && !*rows) || ended_long_ago(world, *run);
      if (!account && never) account = JobAccount{};
      if (!account) continue;
      settle(store, *run, {run->state, run->detail, run->absence}, account, problems);
    }
  }
  return problems;
}

Diagnostics refresh(World& world, RunStore& store, std::vector<RunRecord>& runs) {
  Diagnostics problems = ask_accounts(world, store, runs);
  for (RunRecord& run : runs) {
    const bool local = run.endpoint.kind == EndpointKind::Local;
    if (local && is_worth_asking(run)) refresh_local(world, store, run, problems);
  }
  const auto asks_slurm = [](const RunRecord& run) {
    return run.endpoint.kind != EndpointKind::Local && is_worth_asking(run);
  };
  for (const auto& [endpoint, members] : by_endpoint(runs, asks_slurm)) {
    Look(world, store, *endpoint, problems).bring_up_to_date(members);
  }
  return problems;
}

}  // namespace gpujob
