// SPDX-License-Identifier: MIT
#include "run/recover.h"

#include <optional>
#include <utility>

#include "base/format.h"
#include "run/attempt.h"
#include "run/center_link.h"
#include "run/derive_state.h"
#include "run/persist_state.h"
#include "run/retry.h"
#include "run/submit.h"

namespace gpujob {

namespace {

/// A look-up that was waiting when the controller came back may not list a job that is there
/// (measured: 13 of 15), so one is not enough, and the time counts from the first answer.
constexpr int kFewestLookUps = 3;
constexpr Milliseconds kShortestAbsence{60'000};
constexpr Milliseconds kBetweenRecoveries{30'000};
constexpr Milliseconds kLongestSilence{600'000};

/// What is told of a run that no look-up found.
Diagnostic resent(const RunRecord& run) {
  return {
      "",
      Severity::Warning,
      where_of(run),
      "was sent again",
      format("{} looks since {} found no job of its name", run.absence.looks, run.absence.since),
      "",
      ""};
}

void append_warnings(Diagnostics& problems, const Failure& failure) {
  for (Diagnostic one : failure.diagnostics) {
    one.severity = Severity::Warning;
    problems.push_back(std::move(one));
  }
}

/// What a run is after it was sent again. Without its record that is not known.
void take_record(Result<RunRecord> now, RunRecord& run, Diagnostics& problems) {
  if (now) {
    run = *std::move(now);
  } else {
    append_warnings(problems, now.failure());
    run.state = RunState::Unknown;
  }
}

Result<bool> is_cancelled(const World& world, const RunRecord& run) {
  const Result<Attempt> attempt = read_attempt(world, run);
  if (!attempt) return attempt.failure();
  return attempt->cancel_asked;
}

/// Is it known which Slurm the run was sent to? Clusters may share a home.
bool is_cluster_known(const Endpoint& endpoint) {
  return endpoint.kind != EndpointKind::Slurm || !endpoint.clusters_option.empty() ||
         !endpoint.cluster_name.empty();
}

/// Sends a run again that is due, unless another gpujob, or the run's array, has been sent since.
void resend_due(World& world, RunStore& store, RunRecord& run, Diagnostics& problems) {
  if (const Status same = check_cluster_again(world, run); !same) {
    return append_warnings(problems, same.failure());
  }
  Result<RunRecord> now = store.load(run.id);
  if (now && now->attempt == run.attempt) {
    Diagnostics said;
    Result<RunRecord> sent = resend_run(world, store, *now, Seconds(0));
    if (!sent) append_warnings(said, sent.failure());
    now = sent ? std::move(sent) : store.load(run.id);
    if (!now || now->attempt > run.attempt) problems.push_back(resent(run));
    append(problems, std::move(said));
  }
  take_record(std::move(now), run, problems);
}

/// The same of runs at centers behind ssh, which are sent there anew as they were before.
void resend_there(World& world, RunStore& store, const CenterGroup& due, Diagnostics& problems) {
  if (due.empty() || store.center() == nullptr) return;
  std::vector<RunRecord> runs;
  for (const RunRecord* run : due) runs.push_back(*run);
  auto sent = store.center()->send(world, store, std::move(runs));
  for (std::size_t i = 0; i < due.size(); ++i) {
    if (sent[i] || sent[i].failure().exit == ExitCode::Unknown) {
      problems.push_back(resent(*due[i]));
    }
    if (!sent[i]) {
      append_warnings(problems, sent[i].failure());
      sent[i] = store.load(due[i]->id);
    }
    take_record(std::move(sent[i]), *due[i], problems);
  }
}

/// Success: a job of its name was found, or enough look-ups in a row were answered without one.
Status see_absent(World& world, RunStore& store, std::vector<RunRecord>& runs,
                  Diagnostics& problems) {
  RunRecord& run = runs.front();
  const Instant start = world.now();
  std::optional<Instant> since;
  for (int look_ups = 0;;) {
    const int before = run.absence.looks;
    problems = refresh(world, store, runs);
    if (!is_unresolved(run)) return {};
    if (run.absence.looks > before) {
      ++look_ups;
      since = since.value_or(world.now());
    } else {
      look_ups = 0;
      since.reset();
    }
    if (look_ups >= kFewestLookUps && world.now() - *since >= kShortestAbsence) return {};
    const bool is_here = run.reach != RunRecord::Reach::Elsewhere;
    const bool patient = is_here && (look_ups > 0 || world.now() - start < kLongestSilence);
    if (patient && world.sleep(kBetweenRecoveries)) continue;
    Failure failure(ExitCode::Unknown, where_of(run),
                    !is_here  ? "its Slurm cannot be asked from this machine"
                    : patient ? "stopped while looking for its job"
                              : "the scheduler does not answer",
                    no_second_work(run),
                    format("run 'gpujob recover {}' {}", run.id,
                           is_here ? "again" : "on the machine that sent it"));
    append(failure.diagnostics, std::exchange(problems, {}));
    return failure;
  }
}

}  // namespace

Diagnostics refresh_and_resend(World& world, RunStore& store, std::vector<RunRecord>& runs,
                               Asking asking) {
  Diagnostics problems = refresh(world, store, runs, asking);
  CenterGroup there;
  for (RunRecord& run : runs) {
    if (world.interrupted() != 0) break;
    if (!is_due_again(run, world.now()) || !is_cluster_known(run.endpoint)) continue;
    if (run.endpoint.kind == EndpointKind::Ssh) {
      there.push_back(&run);
    } else {
      resend_due(world, store, run, problems);
    }
  }
  resend_there(world, store, there, problems);
  return problems;
}

Result<RunRecord> recover_run(World& world, RunStore& store, const std::string& run_id,
                              Diagnostics& problems) {
  Result<RunRecord> loaded = store.load(run_id);
  if (!loaded) return loaded;
  std::vector<RunRecord> runs{*std::move(loaded)};
  RunRecord& run = runs.front();
  problems = refresh(world, store, runs);
  while (is_unresolved(run) && run.attempt < kMostAttempts) {
    if (const Status absent = see_absent(world, store, runs, problems); !absent) {
      return absent.failure();
    }
    if (!is_unresolved(run)) break;
    const Result<bool> cancelled = is_cancelled(world, run);
    if (!cancelled) return cancelled.failure();
    if (*cancelled) {
      persist_state(store, run, {RunState::Cancelled, kCancelledUnseen, run.absence},
                    {run.evidence, run.account, run.job_submitted}, problems);
      break;
    }
    Result<RunRecord> sent = resend_run(world, store, run, Seconds(60));
    if (sent || sent.failure().exit != ExitCode::Unknown) return sent;
    Result<RunRecord> again = store.load(run_id);
    if (!again) return again;
    run = *std::move(again);
  }
  if (run.state == RunState::Refused) {
    return Failure(ExitCode::Scheduler, where_of(run), "sbatch refused it", run.detail);
  }
  if (!is_unresolved(run)) return std::move(run);
  return Failure(ExitCode::Unknown, where_of(run), "its submission had no clear answer again",
                 no_second_work(run),
                 format("run 'gpujob recover {}' when the scheduler answers", run.id));
}

std::vector<Result<RunRecord>> recover_there(World& world, RunStore& store,
                                             const std::vector<RunRecord>& runs,
                                             Diagnostics& problems) {
  std::vector<RunRecord> doubtful, others;
  std::vector<bool> is_sent;
  for (const RunRecord& run : runs) {
    is_sent.push_back(is_unresolved(run) && !is_cancelled(world, run).value_or(true));
    (is_sent.back() ? doubtful : others).push_back(run);
  }
  append(problems, refresh(world, store, others));
  auto sent = store.center()->send(world, store, std::move(doubtful));
  std::vector<Result<RunRecord>> results;
  std::size_t sends = 0, looks = 0;
  for (const bool one : is_sent) {
    if (one) {
      results.push_back(std::move(sent[sends++]));
    } else if (RunRecord& other = others[looks++]; is_unresolved(other)) {
      results.emplace_back(Failure(ExitCode::Unknown, where_of(other), "its job is not known",
                                   "it was cancelled, and is not sent again",
                                   format("run 'gpujob recover {}' later", other.id)));
    } else {
      results.emplace_back(std::move(other));
    }
  }
  return results;
}

}  // namespace gpujob
