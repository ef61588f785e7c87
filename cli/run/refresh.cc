// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/ulid.h"
#include "run/array_tasks.h"
#include "run/attempt.h"
#include "run/center_link.h"
#include "run/evidence_text.h"
#include "run/job_identity.h"
#include "run/persist_state.h"
#include "run/status_poll.h"
#include "run/submit.h"
#include "run/watch.h"
#include "slurm/accounting.h"

namespace gpujob {

namespace {

using Runs = std::vector<RunRecord*>;

/// The accounting may close a job this long after its end.
constexpr Seconds kAccountGrace{600};
/// Between the making of a run and its submission, at most.
constexpr Seconds kIntentGrace{60};

LocalProcess process_of(const World& world, const RunRecord& run) {
  if (run.job) return world.alive(run.job->process) ? LocalProcess::Alive : LocalProcess::Gone;
  const std::string out = join_path(run.directory, kLocalOutput);
  return world.kind(out) == FileKind::Absent ? LocalProcess::NotStarted : LocalProcess::Unrecorded;
}

void refresh_local(const World& world, RunStore& store, RunRecord& run, Diagnostics& problems) {
  if (run.job && run.job->host != world.host_name()) {
    run.reach = RunRecord::Reach::Elsewhere;
    problems.push_back({"", Severity::Warning, format("run {}", run.id),
                        format("runs on host '{}'", run.job->host),
                        "only that machine knows its state", "ask there", ""});
    return;
  }
  // First the process, then its files: what has ended has written its end marker before.
  const LocalProcess process = process_of(world, run);
  const std::optional<StateEvidence> evidence = evidence_on_disk(world, run, problems);
  if (!evidence) return;
  persist_state(store, run, derive_local_state(run, *evidence, process),
                {local_evidence_lines(*evidence, process), run.account, run.job_submitted},
                problems);
}

/// Its Slurm is not asked: the call would wait until its deadline.
void refresh_gone(const World& world, RunStore& store, RunRecord& run, const std::string& why,
                  Diagnostics& problems) {
  if (!run.job) {
    const Result<std::optional<std::string>> id = marked_job_id(world, run);
    if (!id) return problems.push_back(as_warning(id.failure()));
    if (*id) run.job = RunJob{**id, "", {}, ""};
  }
  const auto look = [&](const RunRecord& one, const StateEvidence& evidence) {
    return std::pair(derive_final_state(evidence, why),
                     Findings{final_evidence_lines(evidence, why), one.account, one.job_submitted});
  };
  if (!run.tasks.empty()) return update_tasks(world, store, run, look, problems);
  const std::optional<StateEvidence> evidence = evidence_on_disk(world, run, problems);
  if (!evidence) return;
  const auto [derived, findings] = look(run, *evidence);
  persist_state(store, run, derived, findings, problems);
}

/// gpujob was stopped between the making of the run's directory and the first intent.
void close_unsent(const World& world, RunStore& store, RunRecord& run, Diagnostics& problems) {
  if (run.state != RunState::Intended) return;
  const std::optional<Instant> made = ulid_time(run.id);
  if (!made || world.now() - *made < kIntentGrace) return;
  // The record may be older than an intent that another process has written since.
  const Result<Attempt> attempt = read_attempt(world, run);
  if (!attempt) return problems.push_back(as_warning(attempt.failure()));
  if (attempt->number != 0) return;
  persist_state(store, run, {RunState::Cancelled, "gpujob was stopped before it sent anything", {}},
                {{"run directory: no intent to send it"}, run.account, run.job_submitted},
                problems);
}

/// What no Slurm has ever listed may come up yet.
bool is_worth_asking(const RunRecord& run) {
  if (run.state == RunState::Intended) return false;
  const bool is_unseen = run.state == RunState::Cancelled && !run.job && run.attempt > 0;
  return !is_final(run.state) || run.state == RunState::Vanished || is_unseen;
}

/// Was the run done before the accounting had its end?
bool awaits_account(const RunRecord& run) {
  return run.tasks.empty() && run.state == RunState::Done &&
         run.endpoint.kind != EndpointKind::Local && run.endpoint.kind != EndpointKind::Ssh &&
         run.job && !run.account;
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

/// So long ago that an accounting without its end will never have it.
bool ended_long_ago(const World& world, const RunRecord& run) {
  const Result<std::optional<EndMarker>> marker = read_end_marker(world, run);
  if (!marker) return marker.failure().exit == ExitCode::Invalid;
  return !*marker || (*marker)->ended < format_instant(world.now() - kAccountGrace);
}

/// The accounting's rows of runs; no accounting where its Slurm has ended for good.
Result<std::optional<std::vector<JobRow>>> rows_of(World& world, const Endpoint& endpoint,
                                                   const Runs& runs) {
  if (!why_gone(world, endpoint).empty()) return std::optional<std::vector<JobRow>>{};
  std::vector<std::string> ids;
  for (const RunRecord* run : runs) add_asked_id(ids, *run);
  return list_accounting(world, endpoint, ids);
}

}  // namespace

Diagnostics ask_accounts(World& world, RunStore& store, std::vector<RunRecord>& runs) {
  Diagnostics problems;
  for (const auto& [endpoint, members] : by_endpoint(runs, awaits_account)) {
    const auto rows = rows_of(world, *endpoint, members);
    std::optional<RunRows> lookup;
    if (rows && *rows) lookup.emplace(**rows);
    for (RunRecord* run : members) {
      std::optional<JobAccount> account;
      if (lookup) account = account_in(lookup->observation_of(*run));
      const bool never = (rows && !*rows) || ended_long_ago(world, *run);
      if (!account && never) account = JobAccount{};
      if (!account) continue;
      persist_state(store, *run, {run->state, run->detail, run->absence},
                    {run->evidence, account, run->job_submitted}, problems);
    }
  }
  return problems;
}

Diagnostics refresh_here(World& world, RunStore& store, std::vector<RunRecord>& runs) {
  Diagnostics problems;
  for (RunRecord& run : runs) {
    const bool is_here = run.endpoint.kind == EndpointKind::Local &&
                         (!run.job || run.job->host == world.host_name());
    if (is_here && is_worth_asking(run)) refresh_local(world, store, run, problems);
  }
  return problems;
}

Diagnostics refresh(World& world, RunStore& store, std::vector<RunRecord>& runs, Asking asking) {
  Diagnostics problems = ask_accounts(world, store, runs);
  for (RunRecord& run : runs) {
    const bool local = run.endpoint.kind == EndpointKind::Local;
    close_unsent(world, store, run, problems);
    if (local && is_worth_asking(run)) refresh_local(world, store, run, problems);
  }
  const auto asks_slurm = [](const RunRecord& run) {
    return run.endpoint.kind != EndpointKind::Local && is_worth_asking(run);
  };
  std::vector<CenterGroup> centers;
  for (const auto& [endpoint, members] : by_endpoint(runs, asks_slurm)) {
    if (endpoint->kind == EndpointKind::Ssh) {
      centers.push_back(members);
      continue;
    }
    const std::string gone = why_gone(world, *endpoint);
    if (gone.empty()) {
      StatusPoll(world, store, *endpoint, problems).bring_up_to_date(members, asking);
      continue;
    }
    for (RunRecord* run : members) refresh_gone(world, store, *run, gone, problems);
  }
  if (!centers.empty() && store.center() != nullptr) {
    store.center()->refresh(world, store, centers, problems);
  }
  return problems;
}

}  // namespace gpujob
