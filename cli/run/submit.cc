// SPDX-License-Identifier: MIT
#include "run/submit.h"

#include <algorithm>

#include "base/child_environment.h"
#include "base/format.h"
#include "base/paths.h"
#include "run/attempt.h"
#include "run/watch.h"
#include "slurm/sbatch.h"

// A job must never be sent twice, and none that was accepted may be forgotten. So the intent is on
// disk before sbatch is called, the raw answer before it is interpreted, and an intent that is
// there already ends every further submission of the same run. Example: sbatch says "Socket timed
// out" after the controller took the job. The answer is kept, the verdict is unknown, and the
// look-up by name that follows finds the job: the run is pending, and nothing was sent again.

namespace gpujob {

namespace {

std::string where_of(const RunRecord& run) {
  return format("run {}", run.id);
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
          "nothing was submitted twice", format("run 'gpujob status {}'", run.id)};
}

/// The last words of a submission that may or may not have made a job.
Failure unclear(const RunRecord& run, const SbatchVerdict& verdict, const Diagnostics& problems) {
  const bool slow = verdict.words.find("timed out") != std::string::npos ||
                    verdict.words.starts_with("no answer within");
  const std::string what = slow ? "sbatch timed out" : "sbatch gave no clear answer";
  const bool asked = std::none_of(problems.begin(), problems.end(), [](const Diagnostic& problem) {
    return problem.where == "squeue";
  });
  const std::string known =
      asked ? "no job of that name is known yet" : "the queue cannot be asked";
  std::string why = "it may still appear";
  if (!slow && !verdict.words.empty()) why += format("; sbatch said: {}", verdict.words);
  return {ExitCode::Unknown, where_of(run), format("{} and {}", what, known), std::move(why),
          format("run 'gpujob status {}' in a minute, nothing was submitted twice", run.id)};
}

/// A job that lives although its answer could not be kept must at least be named.
Failure unrecorded(const RunRecord& run, const std::string& job, const Failure& cause) {
  Failure failure(ExitCode::Failed, where_of(run),
                  format("{} was accepted but the answer could not be written", job), "",
                  format("'gpujob status {}' finds it by its name", run.id));
  append(failure.diagnostics, cause.diagnostics);
  return failure;
}

/// Sees whether the controller took a job of the run's name after all.
Result<RunRecord> look_for(World& world, RunStore& store, RunRecord run,
                           const SbatchVerdict& verdict) {
  run.state = RunState::Unknown;
  run.detail = verdict.words;
  std::vector<RunRecord> runs{std::move(run)};
  const Diagnostics problems = refresh(world, store, runs);
  if (runs[0].job) return std::move(runs[0]);
  return unclear(runs[0], verdict, problems);
}

Result<RunRecord> submit_to_slurm(World& world, RunStore& store, RunRecord run,
                                  const std::string& script) {
  const std::vector<std::string> argv = sbatch_arguments(run.endpoint, run.plan.sbatch_arguments);
  if (const Status intended = write_intent(world, run, argv, script); !intended) {
    return intended.failure();
  }
  // From here on the run is sent as far as anybody may know.
  run.submitted = format_instant(world.now());
  const Result<ProcessAnswer> answer =
      call_sbatch(world, run.endpoint, argv, script, run.directory);
  const Status written = write_answer(world, run, argv, answer);
  if (!answer) {
    return Failure(ExitCode::Scheduler, answer.failure().diagnostics);
  }
  const SbatchVerdict verdict = judge_sbatch(*answer);
  switch (verdict.kind) {
    case SbatchVerdict::Kind::Accepted:
      if (!written) return unrecorded(run, format("job {}", verdict.job_id), written.failure());
      run.job = RunJob{verdict.job_id, verdict.cluster, {}, ""};
      run.state = RunState::Pending;
      return run;
    case SbatchVerdict::Kind::Refused:
      return Failure(ExitCode::Scheduler, where_of(run), "sbatch refused it", verdict.words);
    case SbatchVerdict::Kind::RefusedForNow:
      return Failure(ExitCode::Scheduler, where_of(run), "sbatch refused it for now", verdict.words,
                     "submit again later");
    case SbatchVerdict::Kind::Unknown:
      break;
  }
  return look_for(world, store, std::move(run), verdict);
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

std::vector<std::string> local_command(const JobPlan& plan, const std::string& script) {
  return {"timeout", "-k", "30", std::to_string(plan.time.count()), "bash", script};
}

Result<RunRecord> submit_run(World& world, RunStore& store, const std::string& run_id) {
  Result<RunRecord> run = store.load(run_id);
  if (!run) return run;
  return submit_run(world, store, *std::move(run));
}

Result<RunRecord> submit_run(World& world, RunStore& store, RunRecord run) {
  if (run.state != RunState::Intended) return sent_before(run);
  const Result<std::string> script = world.read_file(join_path(run.directory, "job.sh"));
  if (!script) return script.failure();
  if (run.endpoint.kind == EndpointKind::Local) {
    return start_here(world, std::move(run), *script);
  }
  return submit_to_slurm(world, store, std::move(run), *script);
}

}  // namespace gpujob
