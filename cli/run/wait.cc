// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "run/center_link.h"
#include "run/poll_backoff.h"
#include "run/recover.h"
#include "run/watch.h"

namespace gpujob {

namespace {

/// A network disk may show a job's files this late.
constexpr Milliseconds kResultsGrace{120'000};

/// A Slurm that works answers within this time, however little is left to wait.
constexpr Milliseconds kLeastPatience{5'000};

/// "1 run has not ended"
std::string unfinished(const std::vector<RunRecord>& runs) {
  const auto count = std::count_if(runs.begin(), runs.end(),
                                   [](const RunRecord& run) { return !is_final(run.state); });
  return format("{} not ended", count == 1 ? "1 run has" : format("{} runs have", count));
}

Failure stopped(const World& world, const std::vector<RunRecord>& runs) {
  const bool signalled = world.interrupted() != 0;
  return {ExitCode::Pending, "wait",
          signalled ? format("stopped by signal {}", world.interrupted()) : "timed out",
          format("{}; the jobs go on", unfinished(runs)), "'gpujob wait' goes on waiting"};
}

}  // namespace

Failure out_of_reach(const std::string& where, const std::vector<RunRecord>& runs) {
  const auto behind = std::find_if(runs.begin(), runs.end(), [](const RunRecord& run) {
    return run.endpoint.kind == EndpointKind::Ssh && !is_final(run.state);
  });
  if (behind != runs.end()) {
    return {ExitCode::Scheduler, where, "the center cannot be asked", unfinished(runs),
            format("run 'gpujob connect {}/{}'", behind->plan.center, behind->plan.cluster)};
  }
  return {ExitCode::Unknown, where, "this machine cannot ask", unfinished(runs),
          "wait on the machine that sent them"};
}

bool Watch::poll() {
  std::vector<std::pair<RunState, std::string>> before;
  before.reserve(runs_.size());
  for (const RunRecord& run : runs_) before.emplace_back(run.state, run.detail);
  for (const Diagnostic& problem : refresh_and_resend(world_, store_, runs_, Asking::OrAnother)) {
    // What a signal to stop ended has told nothing.
    if (world_.interrupted() != 0) break;
    say(problem);
  }
  bool any = false;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (before[i] == std::pair(runs_[i].state, runs_[i].detail)) continue;
    any = true;
    news_.changed(runs_[i]);
  }
  return any;
}

void Watch::say(const Diagnostic& problem) {
  if (said_.insert(problem.line()).second) news_.problem(problem);
}

void Watch::bring_output() {
  for (const RunRecord& run : runs_) {
    const bool is_asked = run.endpoint.kind == EndpointKind::Ssh && store_.center() != nullptr &&
                          run.reach == RunRecord::Reach::Here;
    if (!is_asked || run.state != RunState::Running) continue;
    const Status brought = store_.center()->bring_output(world_, run);
    if (!brought && world_.interrupted() == 0) say(brought.failure().diagnostics.front());
  }
}

bool Watch::is_settled(const RunRecord& run) {
  if (run.state != RunState::ResultsPending) return is_final(run.state);
  const Instant now = world_.now();
  return now - results_pending_.try_emplace(run.id, now).first->second >= kResultsGrace;
}

bool Watch::is_in_vain() const {
  return std::any_of(runs_.begin(), runs_.end(), [](const RunRecord& run) {
    return run.endpoint.kind == EndpointKind::Ssh && run.reach == RunRecord::Reach::Silent;
  });
}

Watch::Left Watch::left() {
  Left left = Left::Nothing;
  for (const RunRecord& run : runs_) {
    if (is_settled(run)) continue;
    if (run.reach != RunRecord::Reach::Elsewhere) return Left::Something;
    left = Left::OutOfReach;
  }
  return left;
}

Status wait_for(World& world, RunStore& store, std::vector<RunRecord>& runs, Seconds limit,
                WatchNews news) {
  const Instant start = world.now();
  PollBackoff pace(runs);
  Watch watch(world, store, runs, std::move(news));
  const auto rest = [&]() -> Milliseconds {
    return limit - std::chrono::duration_cast<Milliseconds>(world.now() - start);
  };
  while (true) {
    for (RunRecord& run : runs) {
      if (limit.count() > 0) run.endpoint.patience = std::max(rest(), kLeastPatience);
    }
    if (watch.poll()) pace.start_again();
    const Watch::Left left = watch.left();
    if (left == Watch::Left::Nothing) return {};
    if (left == Watch::Left::OutOfReach) return out_of_reach("wait", runs);
    if (watch.is_in_vain()) pace.back_off();
    Milliseconds pause = pace.next(world);
    if (limit.count() > 0) {
      if (rest().count() <= 0) return stopped(world, runs);
      pause = std::min(pause, rest());
    }
    if (!world.sleep(pause)) return stopped(world, runs);
  }
}

}  // namespace gpujob
