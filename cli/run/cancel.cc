// SPDX-License-Identifier: MIT
#include <csignal>

#include "base/format.h"
#include "run/attempt.h"
#include "run/watch.h"
#include "slurm/scancel.h"

namespace gpujob {

namespace {

/// How often the end is looked for, and how long between looks: Slurm's own KillWait is 30 s, but
/// somebody sits and waits here.
constexpr int kLooks = 5;
constexpr Milliseconds kBetweenLooks{1000};

Status ask(World& world, const RunRecord& run, const RunJob& job) {
  if (run.endpoint.kind == EndpointKind::Local) return world.signal_group(job.process, SIGTERM);
  return cancel_job(world, run.endpoint, job.job_id, run.plan.job_name);
}

/// The note lies there before the question: whoever looks while it is asked understands the end.
/// After a refusal it goes, unless an earlier question left it: an end that nobody asked for is no
/// cancellation.
Status ask_for_end(World& world, const RunRecord& run, const RunJob& job) {
  if (run.endpoint.kind == EndpointKind::Local && !world.alive(job.process)) return {};
  const Result<bool> noted = write_cancel(world, run);
  if (!noted) return noted.failure();
  const Status asked = ask(world, run, job);
  const bool refused = !asked && asked.failure().exit != ExitCode::Unknown;
  if (!refused || !*noted) return asked;
  if (const Status removed = remove_cancel(world, run); !removed) {
    Diagnostics both = asked.failure().diagnostics;
    append(both, removed.failure().diagnostics);
    return Failure(asked.failure().exit, std::move(both));
  }
  return asked;
}

/// Slurm kills what does not end by itself; on this machine nobody else would.
RunRecord insist(World& world, RunStore& store, std::vector<RunRecord>& runs, const RunJob& job) {
  if (runs.front().endpoint.kind == EndpointKind::Local && world.alive(job.process)) {
    if (world.signal_group(job.process, SIGKILL)) world.sleep(kBetweenLooks);
    refresh(world, store, runs);
  }
  return runs.front();
}

}  // namespace

Result<RunRecord> cancel_run(World& world, RunStore& store, const std::string& run_id) {
  Result<RunRecord> loaded = store.load(run_id);
  if (!loaded) return loaded;
  std::vector<RunRecord> runs{*std::move(loaded)};
  RunRecord& run = runs.front();
  refresh(world, store, runs);
  const std::string where = format("run {}", run.id);
  if (is_final(run.state) || run.state == RunState::ResultsPending) {
    return Failure(ExitCode::Usage, where, "there is nothing to cancel",
                   format("it is {}", to_string(run.state)));
  }
  if (!run.job) {
    return Failure(ExitCode::Unknown, where, "no job of it is known", "it may still appear",
                   format("run 'gpujob status {}' in a minute", run.id));
  }
  const RunJob job = *run.job;
  if (run.endpoint.kind == EndpointKind::Local && job.host != world.host_name()) {
    return Failure(ExitCode::Unknown, where, format("runs on host '{}'", job.host),
                   "only that machine can end it", "cancel it there");
  }
  const Status asked = ask_for_end(world, run, job);
  // Even a question that failed may have been heard: look before anything is claimed.
  for (int i = 0; i < kLooks; ++i) {
    refresh(world, store, runs);
    if (is_final(run.state)) return run;
    if (!asked && asked.failure().exit != ExitCode::Unknown) return asked.failure();
    if (!world.sleep(kBetweenLooks)) break;
  }
  if (!asked) return asked.failure();
  return insist(world, store, runs, job);
}

}  // namespace gpujob
