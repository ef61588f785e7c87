// SPDX-License-Identifier: MIT
#include "jobs/build/build_job.h"

#include "base/format.h"
#include "base/text.h"
#include "jobs/build/build_here.h"
#include "jobs/session/run_outcome.h"
#include "run/build_jobs.h"
#include "run/poll_backoff.h"
#include "run/watch.h"

namespace gpujob {

namespace {

/// A controller that restarts or moves is back by then.
constexpr Milliseconds kLongestSilence{1'800'000};
constexpr const char* kContinues = "the same command continues to wait";

std::string job_text(const RunRecord& run) {
  return run.job ? format("job {}", run.job->job_id) : "its job";
}

/// Waits for the build job of one program.
class Waiting {
 public:
  Waiting(World& world, Listener& listener, BuildJobs& jobs, RunRecord run, const BuildPlan& build)
      : world_(world),
        listener_(listener),
        jobs_(jobs),
        build_(build),
        title_(build_title(build)),
        runs_{std::move(run)} {}

  Result<std::string> wait();
  void tell_start(const BuildJob& job);

 private:
  void tell(const RunRecord& seen);
  bool is_made() const { return world_.kind(built_program(build_)) == FileKind::File; }
  /// Why there will be no program; nothing while it may still come.
  std::optional<Failure> over(Watch& watch);
  Failure no_program();
  Failure vanished() const;
  Failure interrupted() const;
  Failure silent() const;
  void close(RunState state, const std::string& detail);

  World& world_;
  Listener& listener_;
  BuildJobs& jobs_;
  const BuildPlan& build_;
  std::string title_;
  std::vector<RunRecord> runs_;  ///< exactly one: Watch takes a list
  std::optional<Instant> silent_since_;
};

void Waiting::tell_start(const BuildJob& job) {
  const RunRecord& run = runs_[0];
  for (Diagnostic said : job.unclear) {
    said.severity = Severity::Warning;
    listener_.remark({said});
  }
  if (!run.job) {
    if (job.sent == BuildJob::Sent::Before) {
      listener_.note(
          format("{}: an earlier submission is still unclear; looking for its job", title_));
    }
    return;
  }
  const std::string site = format("{}/{}", run.plan.center, run.plan.cluster);
  listener_.note(format("{} is {}job {} at {}", title_,
                        job.sent == BuildJob::Sent::Before ? "already " : "", run.job->job_id,
                        place_text(site, "", run.endpoint.sandbox)));
}

void Waiting::tell(const RunRecord& seen) {
  if (is_made() || is_final(seen.state) || !seen.job) return;
  std::string state = "is " + to_string(seen.state);
  if (!seen.detail.empty()) state += format(" ({})", seen.detail);
  if (seen.absence.looks > 0) state = "has left the queue; looking for its program";
  if (seen.state == RunState::ResultsPending) state = "has ended; looking for its program";
  listener_.note(format("{}: {} {}", title_, job_text(seen), state));
}

void Waiting::close(RunState state, const std::string& detail) {
  runs_[0].state = state;
  runs_[0].detail = detail;
  if (const Status saved = jobs_.store().save_state(runs_[0]); !saved) {
    Diagnostic said = saved.failure().diagnostics.front();
    said.severity = Severity::Warning;
    listener_.remark({said});
  }
}

Failure Waiting::no_program() {
  const RunRecord& run = runs_[0];
  std::string why = run.detail;
  if (run.state == RunState::ResultsPending) {
    why = format("it succeeded, but {} is missing two minutes later", built_program(build_));
    close(RunState::Failed, why);
  }
  if (!run.job)
    return {ExitCode::Failed, title_, "no job was started", why, "run the command again"};
  const std::string log = format("{}.{}.out", built_program(build_), run.job->job_id);
  const auto said = world_.read_file(log);
  if (said && !trim(*said).empty()) why += "; its last lines: " + last_lines(*said);
  return {ExitCode::Failed, title_, format("{} did not make the program", job_text(run)), why,
          said ? format("the full output is in {}", log) : ""};
}

Failure Waiting::vanished() const {
  const RunRecord& run = runs_[0];
  if (!run.job) {
    return {ExitCode::Unknown, title_, "no job was started",
            "sbatch gave no clear answer, and no job of its name appeared in ten minutes",
            "the same command sends another job"};
  }
  const std::string gone = why_gone(world_, run.endpoint);
  return {ExitCode::Unknown, title_, format("the end of {} is unknown", job_text(run)),
          format("{}, and the program is missing", gone.empty() ? "it left the queue" : gone),
          "the same command sends another job"};
}

Failure Waiting::interrupted() const {
  const RunRecord& run = runs_[0];
  const bool cancellable = run.job && run.endpoint.kind == EndpointKind::Slurm;
  const std::string& clusters = run.endpoint.clusters_option;
  std::string fix = kContinues;
  if (cancellable) {
    fix += format(", 'scancel {}{}' cancels it", clusters.empty() ? "" : "-M " + clusters + " ",
                  run.job->job_id);
  }
  return {ExitCode::Pending, title_, "interrupted",
          run.job ? format("{} is not cancelled", job_text(run)) : "its job may still appear", fix};
}

Failure Waiting::silent() const {
  return {ExitCode::Unknown, title_, "the queue has not answered for half an hour",
          format("{} may still run", job_text(runs_[0])), kContinues};
}

std::optional<Failure> Waiting::over(Watch& watch) {
  const RunRecord& run = runs_[0];
  const Watch::Left left = watch.left();
  if (left == Watch::Left::OutOfReach) {
    return Failure{ExitCode::Unknown, title_, "this machine cannot ask the queue",
                   format("{} may still run", job_text(run)), "wait on the machine that sent it"};
  }
  if (left == Watch::Left::Nothing) {
    return run.state == RunState::Vanished ? vanished() : no_program();
  }
  if (run.reach != RunRecord::Reach::Silent) {
    silent_since_.reset();
  } else if (!silent_since_) {
    silent_since_ = world_.now();
  } else if (world_.now() - *silent_since_ >= kLongestSilence) {
    return silent();
  }
  return std::nullopt;
}

Result<std::string> Waiting::wait() {
  Watch watch(world_, jobs_.store(), runs_,
              {[this](const RunRecord& seen) { tell(seen); }, news_for(listener_).problem});
  PollBackoff pace(runs_);
  world_.progress(format("waiting for the {}", title_));
  while (true) {
    if (watch.poll()) pace.start_again();
    if (is_made()) {
      close(RunState::Done, "");
      return built_program(build_);
    }
    if (auto failure = over(watch)) return *std::move(failure);
    if (!world_.sleep(pace.next(world_))) return interrupted();
    if (!runs_[0].job) {
      // Another process may have sent it meanwhile.
      if (auto now = jobs_.load(runs_[0].id)) runs_[0] = *std::move(now);
    }
  }
}

}  // namespace

Result<std::string> build_as_job(World& world, Listener& listener, const Endpoint& endpoint,
                                 const BuildResolution& resolution, const std::string& script) {
  BuildJobs jobs(world, resolution.build);
  auto job = jobs.find_or_send({resolution.job, resolution.explanation, resolution.diagnostics, {}},
                               endpoint, script);
  if (!job) return job.failure();
  Waiting waiting(world, listener, jobs, job->run, resolution.build);
  waiting.tell_start(*job);
  return waiting.wait();
}

}  // namespace gpujob
