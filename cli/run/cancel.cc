// SPDX-License-Identifier: MIT
#include <csignal>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "run/attempt.h"
#include "run/center_link.h"
#include "run/derive_state.h"
#include "run/watch.h"
#include "slurm/scancel.h"

namespace gpujob {

namespace {

/// How often and at what interval the end is polled. Slurm's own KillWait is 30 s, but a user is
/// waiting.
constexpr int kEndPolls = 5;
constexpr Milliseconds kBetweenEndPolls{1000};

/// scancel takes so many at once.
constexpr std::size_t kMostIds = 500;

/// A run whose job is to end, and what became of that.
struct Ending {
  RunRecord run;
  Status asked;
};

/// The note is written before the request, so that a concurrent poll takes the end for a
/// cancellation. A refused request removes it again, unless an earlier one left it.
class EndRequest {
 public:
  EndRequest(World& world, std::vector<Ending*> runs) : world_(world), runs_(std::move(runs)) {}

  void send() {
    for (Ending* one : runs_) note(*one);
    std::erase_if(runs_, [](const Ending* one) { return !one->asked; });
    if (runs_.empty()) return;
    const Status asked = ask();
    const bool refused = !asked && asked.failure().exit != ExitCode::Unknown;
    for (Ending* one : runs_) {
      one->asked = asked;
      if (refused && contains(noted_, one->run.id)) take_back(*one);
    }
  }

 private:
  void note(Ending& one) {
    const Result<bool> noted = write_cancel(world_, one.run);
    if (!noted) {
      one.asked = noted.failure();
    } else if (*noted) {
      noted_.push_back(one.run.id);
    }
  }

  Status ask() {
    const RunRecord& first = runs_.front()->run;
    if (first.endpoint.kind == EndpointKind::Local) {
      return world_.signal_group(first.job->process, SIGTERM);
    }
    std::vector<std::string> ids;
    for (const Ending* one : runs_) ids.push_back(one->run.job->job_id);
    return cancel_jobs(world_, first.endpoint, ids, first.plan.job_name);
  }

  void take_back(Ending& one) {
    const Status removed = remove_cancel(world_, one.run);
    if (removed) return;
    Diagnostics both = one.asked.failure().diagnostics;
    append(both, removed.failure().diagnostics);
    one.asked = Failure(one.asked.failure().exit, std::move(both));
  }

  World& world_;
  std::vector<Ending*> runs_;  ///< of one endpoint and one name of jobs
  std::vector<std::string> noted_;
};

/// The jobs of one name at one Slurm are asked for together.
void ask_for_ends(World& world, std::vector<Ending>& endings) {
  std::map<std::vector<std::string>, std::vector<Ending*>> open;
  std::vector<std::vector<Ending*>> requests;
  for (Ending& one : endings) {
    const RunRecord& run = one.run;
    if (run.endpoint.kind == EndpointKind::Local) {
      if (world.alive(run.job->process)) requests.push_back({&one});
      continue;
    }
    const Endpoint& there = run.endpoint;
    auto& group = open[{there.sbatch, there.slurm_conf, there.clusters_option, run.plan.job_name}];
    group.push_back(&one);
    if (group.size() == kMostIds) requests.push_back(std::exchange(group, {}));
  }
  for (auto& [name, group] : open) requests.push_back(std::move(group));
  for (std::vector<Ending*>& one : requests) EndRequest(world, std::move(one)).send();
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
RunRecord insist(World& world, RunStore& store, const RunRecord& run) {
  if (run.endpoint.kind != EndpointKind::Local || !world.alive(run.job->process)) return run;
  if (world.signal_group(run.job->process, SIGKILL)) world.sleep(kBetweenEndPolls);
  std::vector<RunRecord> runs{run};
  refresh(world, store, runs);
  return runs.front();
}

/// Nothing if the run's job can be asked to end from here.
std::optional<Failure> why_not(const World& world, const RunRecord& run,
                               const Diagnostics& problems) {
  const std::string where = format("run {}", run.id);
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
    return Failure(
        ExitCode::Unknown, where, "no job of it is known",
        run.plan.array_task ? "it may still appear" : "it may still appear, but is not sent again",
        format("run 'gpujob recover {}'", run.id));
  }
  if (run.endpoint.kind == EndpointKind::Local && run.job->host != world.host_name()) {
    return Failure(ExitCode::Unknown, where, format("runs on host '{}'", run.job->host),
                   "only that machine can end it", "cancel it there");
  }
  return std::nullopt;
}

/// A run of which no job is known is at least not sent again. A task's submission is its array's.
Status forbid_resend(World& world, const RunRecord& run) {
  if (!is_unresolved(run) || run.plan.array_task) return {};
  const Result<bool> noted = write_cancel(world, run);
  return noted ? Status{} : Status(noted.failure());
}

/// Polls until no run of them goes on that was asked. Even a request that failed may have arrived:
/// poll before anything is claimed.
void poll_ends(World& world, RunStore& store, std::vector<Ending>& endings) {
  for (int i = 0; i < kEndPolls; ++i) {
    std::vector<RunRecord> runs;
    for (const Ending& one : endings) runs.push_back(one.run);
    refresh(world, store, runs);
    bool all_over = true;
    for (std::size_t k = 0; k < endings.size(); ++k) {
      endings[k].run = std::move(runs[k]);
      const Status& asked = endings[k].asked;
      const bool refused = !asked && asked.failure().exit != ExitCode::Unknown;
      all_over = all_over && (refused || is_final(endings[k].run.state));
    }
    if (all_over || !world.sleep(kBetweenEndPolls)) return;
  }
}

Result<RunRecord> result_of(World& world, RunStore& store, const Ending& ending) {
  if (is_final(ending.run.state)) return ending.run;
  if (!ending.asked) return ending.asked.failure();
  if (const Status seen = check_end_is_seen(ending.run, *ending.run.job); !seen) {
    return seen.failure();
  }
  return insist(world, store, ending.run);
}

}  // namespace

std::vector<Result<RunRecord>> cancel_runs(World& world, RunStore& store,
                                           const std::vector<std::string>& run_ids) {
  std::vector<Result<RunRecord>> results;
  std::vector<RunRecord> runs;
  std::vector<std::size_t> places;  // of `runs` among the results
  for (const std::string& id : run_ids) {
    results.push_back(store.load(id));
    if (!results.back()) continue;
    places.push_back(results.size() - 1);
    runs.push_back(*results.back());
  }
  const Diagnostics problems = refresh(world, store, runs);
  std::vector<Ending> endings;
  std::vector<std::size_t> ending_places;
  std::map<std::string, std::pair<std::vector<RunRecord>, std::vector<std::size_t>>> by_center;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    RunRecord& run = runs[i];
    Result<RunRecord>& result = results[places[i]];
    const bool at_center = run.endpoint.kind == EndpointKind::Ssh && store.center() != nullptr;
    if (const Status forbidden = forbid_resend(world, run); !forbidden) {
      result = forbidden.failure();
    } else if (at_center && !is_final(run.state)) {
      auto& [members, member_places] = by_center[run.endpoint.host];
      members.push_back(std::move(run));
      member_places.push_back(places[i]);
    } else if (auto failure = why_not(world, run, problems)) {
      result = *std::move(failure);
    } else {
      endings.push_back({std::move(run), {}});
      ending_places.push_back(places[i]);
    }
  }
  for (auto& [host, group] : by_center) {
    auto ended = store.center()->cancel(world, store, std::move(group.first));
    for (std::size_t i = 0; i < ended.size(); ++i) results[group.second[i]] = std::move(ended[i]);
  }
  if (endings.empty()) return results;
  ask_for_ends(world, endings);
  poll_ends(world, store, endings);
  for (std::size_t i = 0; i < endings.size(); ++i) {
    results[ending_places[i]] = result_of(world, store, endings[i]);
  }
  return results;
}

Result<RunRecord> cancel_run(World& world, RunStore& store, const std::string& run_id) {
  return cancel_runs(world, store, {run_id}).front();
}

}  // namespace gpujob
