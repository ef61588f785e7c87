// SPDX-License-Identifier: MIT
#include "run/submit.h"

#include <algorithm>
#include <utility>

#include "base/child_environment.h"
#include "base/format.h"
#include "base/paths.h"
#include "run/attempt.h"
#include "run/center_link.h"
#include "run/watch.h"
#include "slurm/queue.h"
#include "slurm/sbatch.h"

// A job must never be sent twice, and none that was accepted may be forgotten. So the intent is on
// disk before sbatch is called, the raw answer before it is interpreted, and an intent that is
// there already ends every further submission of the same run. Example: sbatch says "Socket timed
// out" after the controller took the job. The answer is kept, the verdict is unknown, and the
// look-up by name that follows finds the job: the run is pending, and nothing was sent again.

namespace gpujob {

namespace {

constexpr Milliseconds kBetweenLookUps{10'000};

/// What sbatch is given: the run's own script, or its array's.
Result<std::string> script_of(const World& world, const RunRecord& run) {
  return world.read_file(join_path(submission_directory(run), "job.sh"));
}

std::string own_job_id(const RunRecord& run, const std::string& job_id) {
  return run.plan.array_task ? format("{}_{}", job_id, run.plan.array_task->index) : job_id;
}

Failure sent_before(const RunRecord& run) {
  if (run.job) {
    return {ExitCode::Failed, where_of(run), "was submitted already",
            format("job {}", run.job->job_id), format("run 'gpujob status {}'", run.id)};
  }
  if (run.state == RunState::Refused) {
    return {ExitCode::Failed, where_of(run), "was submitted already and refused", run.detail,
            "a new 'gpujob submit' makes a new run"};
  }
  return {ExitCode::Unknown, where_of(run), "was submitted already and its answer is not known",
          no_second_work(run), format("run 'gpujob recover {}'", run.id)};
}

Failure refusal(const RunRecord& run, const SbatchVerdict& verdict) {
  if (verdict.kind == SbatchVerdict::Kind::RefusedForNow) {
    return {ExitCode::Scheduler, where_of(run), "sbatch refused it for now", verdict.words,
            "submit again later"};
  }
  return {ExitCode::Scheduler, where_of(run), "sbatch refused it", verdict.words};
}

/// The last words of a submission that may or may not have made a job.
Failure unclear(const RunRecord& run, const SbatchVerdict& verdict, const Diagnostics& problems) {
  const bool refused = !run.unconfirmed_refusal.empty();
  const bool slow = verdict.words.find("timed out") != std::string::npos ||
                    verdict.words.starts_with("no answer within");
  const std::string what = refused ? "sbatch refused it"
                           : slow  ? "sbatch timed out"
                                   : "sbatch gave no clear answer";
  const bool asked = std::none_of(problems.begin(), problems.end(), [](const Diagnostic& problem) {
    return problem.where == "squeue";
  });
  const std::string known =
      asked ? "no job of that name is known yet" : "the queue cannot be asked";
  std::string why = refused ? "it may have been taken before" : "it may still appear";
  if (!slow && !verdict.words.empty()) why += format("; sbatch said: {}", verdict.words);
  return {ExitCode::Unknown, where_of(run), format("{} and {}", what, known), std::move(why),
          format("run 'gpujob recover {}', {}", run.id, no_second_work(run))};
}

/// A job that lives although its answer could not be kept must at least be named.
Failure unrecorded(const RunRecord& run, const std::string& job, const Failure& cause) {
  Failure failure(ExitCode::Failed, where_of(run),
                  format("{} was accepted but the answer could not be written", job), "",
                  format("'gpujob status {}' finds it by its name", run.id));
  append(failure.diagnostics, cause.diagnostics);
  return failure;
}

/// Sees whether the controller took a job of the run's name after all; again until `settle` is
/// over.
Result<RunRecord> look_for(World& world, RunStore& store, RunRecord run,
                           const SbatchVerdict& verdict, Seconds settle) {
  if (verdict.kind == SbatchVerdict::Kind::Unknown) {
    run.state = RunState::Unknown;
    run.detail = verdict.words;
  } else {
    doubt_refusal(run, verdict.words);
  }
  std::vector<RunRecord> runs{std::move(run)};
  const Instant end = world.now() + settle;
  while (true) {
    const Diagnostics problems = refresh(world, store, runs);
    if (runs[0].job) return std::move(runs[0]);
    if (runs[0].state == RunState::Refused) return refusal(runs[0], verdict);
    const auto left = std::chrono::duration_cast<Milliseconds>(end - world.now());
    if (left.count() <= 0 || !world.sleep(std::min(left, kBetweenLookUps))) {
      return unclear(runs[0], verdict, problems);
    }
  }
}

/// sbatch may be a wrapper that had sent the job before the controller's refusal came: its name
/// tells, now or when the queue answers again.
Result<RunRecord> refused(World& world, RunStore& store, RunRecord run,
                          const SbatchVerdict& verdict, Seconds settle) {
  if (verdict.never_sent || !has_unique_name(run)) return refusal(run, verdict);
  const auto rows = list_queue(world, run.endpoint);
  if (!rows) return look_for(world, store, std::move(run), verdict, settle);
  const auto row = std::find_if(rows->begin(), rows->end(),
                                [&](const JobRow& one) { return one.name == run.plan.job_name; });
  if (row == rows->end()) {
    Failure failure = refusal(run, verdict);
    if (const Status written = write_absent(world, run); !written) {
      append(failure.diagnostics, written.failure().diagnostics);
    }
    return failure;
  }
  const std::string job_id(array_job_id(row->job_id));
  if (const Status written = write_found(world, run, job_id, "queue"); !written) {
    return unrecorded(run, format("job {}", job_id), written.failure());
  }
  run.job = RunJob{own_job_id(run, job_id), "", {}, ""};
  run.state = RunState::Pending;
  return run;
}

Result<RunRecord> submit_to_slurm(World& world, RunStore& store, RunRecord run,
                                  const std::string& script, Seconds settle) {
  const std::vector<std::string> argv = sbatch_arguments(run.endpoint, run.plan.sbatch_arguments);
  if (const Status intended = write_intent(world, run, argv, script); !intended) {
    return intended.failure();
  }
  // From here on the run may have been sent.
  ++run.attempt;
  run.submitted = format_instant(world.now());
  const OwnJobPlan* own = own_job_of(run.plan);
  const Result<ProcessAnswer> answer =
      call_sbatch(world, run.endpoint, argv, script,
                  own == nullptr ? submission_directory(run) : own->submit_directory);
  const Status written = write_answer(world, run, argv, answer);
  if (!answer) {
    return Failure(ExitCode::Scheduler, answer.failure().diagnostics);
  }
  const SbatchVerdict verdict = classify_sbatch(*answer, own_answers(run));
  switch (verdict.kind) {
    case SbatchVerdict::Kind::Accepted:
      if (!written) return unrecorded(run, format("job {}", verdict.job_id), written.failure());
      run.job = RunJob{own_job_id(run, verdict.job_id), verdict.cluster, {}, ""};
      run.state = RunState::Pending;
      return run;
    case SbatchVerdict::Kind::Refused:
    case SbatchVerdict::Kind::RefusedForNow:
      return refused(world, store, std::move(run), verdict, settle);
    case SbatchVerdict::Kind::Unknown:
      break;
  }
  return look_for(world, store, std::move(run), verdict, settle);
}

Result<RunRecord> start_here(World& world, RunRecord run, const std::string& script) {
  DetachedRequest request;
  request.argv = local_command(run.plan, join_path(run.directory, "job.sh"));
  request.environment = child_environment(world.environment());
  for (const auto& [name, value] : run.endpoint.added) request.environment[name] = value;
  request.directory = run.directory;
  request.out_path = join_path(run.directory, kLocalOutput);
  request.err_path = join_path(run.directory, "job.local.0.err");
  if (const Status intended = write_intent(world, run, request.argv, script); !intended) {
    return intended.failure();
  }
  ++run.attempt;
  run.submitted = format_instant(world.now());
  const Result<ProcessIdentity> process = world.start_detached(request);
  const Status written = write_local_answer(world, run, request.argv, process);
  if (!process) return process.failure();
  if (!written) {
    return unrecorded(run, format("process {}", process->pid), written.failure());
  }
  run.job = RunJob{"local", "", *process, world.host_name()};
  run.state = RunState::Running;
  return run;
}

}  // namespace

std::string no_second_work(const RunRecord& run) {
  if (run.attempt < 2) return "nothing was submitted twice";
  return format("sent {} times under one name; at most one of them will work", run.attempt);
}

Result<RunRecord> resend_run(World& world, RunStore& store, RunRecord run, Seconds settle) {
  const Result<std::string> script = script_of(world, run);
  if (!script) return script.failure();
  run.state = RunState::Unknown;
  run.detail.clear();
  run.evidence.clear();
  run.absence = {};
  if (const Status saved = store.save_state(run); !saved) return saved.failure();
  return submit_to_slurm(world, store, std::move(run), *script, settle);
}

std::vector<std::string> local_command(const JobPlan& plan, const std::string& script) {
  return {"timeout", "-k", "30", std::to_string(plan.time.count()), "bash", script};
}

Result<RunRecord> submit_run(World& world, RunStore& store, const std::string& run_id,
                             Seconds settle) {
  Result<RunRecord> run = store.load(run_id);
  if (!run) return run;
  return submit_run(world, store, *std::move(run), settle);
}

Result<RunRecord> submit_run(World& world, RunStore& store, RunRecord run, Seconds settle) {
  if (run.state != RunState::Intended) return sent_before(run);
  if (run.endpoint.kind == EndpointKind::Ssh && store.center() != nullptr) {
    return std::move(store.center()->send(world, store, {std::move(run)}).front());
  }
  const Result<std::string> script = script_of(world, run);
  if (!script) return script.failure();
  if (run.endpoint.kind == EndpointKind::Local) {
    return start_here(world, std::move(run), *script);
  }
  return submit_to_slurm(world, store, std::move(run), *script, settle);
}

}  // namespace gpujob
