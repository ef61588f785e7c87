// SPDX-License-Identifier: MIT
#include <csignal>

#include "base/format.h"
#include "run/attempt.h"
#include "run/center_link.h"
#include "run/watch.h"
#include "slurm/scancel.h"

namespace gpujob {

namespace {

/// How often and at what interval the end is polled. Slurm's own KillWait is 30 s, but a user is
/// waiting.
constexpr int kEndPolls = 5;
constexpr Milliseconds kBetweenEndPolls{1000};

Status ask(World& world, const RunRecord& run, const RunJob& job) {
  if (run.endpoint.kind == EndpointKind::Local) return world.signal_group(job.process, SIGTERM);
  return cancel_job(world, run.endpoint, job.job_id, run.plan.job_name);
}

/// The note is written before the request, so that a concurrent poll takes the end for a
/// cancellation. A refused request removes it again, unless an earlier one left it.
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

/// scancel has succeeded, but it does so for a job that it does not know too: does the queue show
/// what became of the run's own?
Status check_end_is_seen(const RunRecord& run, const RunJob& job) {
  if (run.endpoint.kind == EndpointKind::Local) return {};
  const bool is_silent = run.reach != RunRecord::Reach::Here;
  if (!is_silent && run.absence.looks == 0) return {};
  return Failure(ExitCode::Unknown, format("run {}", run.id),
                 "its end was asked for and is not confirmed",
                 is_silent ? "the queue cannot be asked"
                           : format("the queue does not list job {}", job.job_id),
                 format("'gpujob status {}' looks again", run.id));
}

/// Slurm kills what does not end by itself; on this machine gpujob has to.
RunRecord insist(World& world, RunStore& store, std::vector<RunRecord>& runs, const RunJob& job) {
  if (runs.front().endpoint.kind == EndpointKind::Local && world.alive(job.process)) {
    if (world.signal_group(job.process, SIGKILL)) world.sleep(kBetweenEndPolls);
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
  const Diagnostics problems = refresh(world, store, runs);
  const std::string where = format("run {}", run.id);
  const bool at_center = run.endpoint.kind == EndpointKind::Ssh && store.center() != nullptr;
  if (at_center && !is_final(run.state)) return store.center()->cancel(world, store, run);
  if (is_final(run.state) || run.state == RunState::ResultsPending) {
    return Failure(ExitCode::Usage, where, "has already ended",
                   format("it is {}", to_string(run.state)));
  }
  if (run.reach == RunRecord::Reach::Elsewhere && run.endpoint.kind == EndpointKind::Slurm) {
    Failure failure(ExitCode::Scheduler, where, "cannot be cancelled from here",
                    "this machine cannot ask its Slurm", "cancel it on the machine that sent it");
    append(failure.diagnostics, problems);
    return failure;
  }
  if (!run.job) {
    return Failure(ExitCode::Unknown, where, "no job of it is known", "it may still appear",
                   format("run 'gpujob recover {}'", run.id));
  }
  const RunJob job = *run.job;
  if (run.endpoint.kind == EndpointKind::Local && job.host != world.host_name()) {
    return Failure(ExitCode::Unknown, where, format("runs on host '{}'", job.host),
                   "only that machine can end it", "cancel it there");
  }
  const Status asked = ask_for_end(world, run, job);
  // Even a request that failed may have arrived: poll before anything is claimed.
  for (int i = 0; i < kEndPolls; ++i) {
    refresh(world, store, runs);
    if (is_final(run.state)) return run;
    if (!asked && asked.failure().exit != ExitCode::Unknown) return asked.failure();
    if (!world.sleep(kBetweenEndPolls)) break;
  }
  if (!asked) return asked.failure();
  if (const Status seen = check_end_is_seen(run, job); !seen) return seen.failure();
  return insist(world, store, runs, job);
}

}  // namespace gpujob
