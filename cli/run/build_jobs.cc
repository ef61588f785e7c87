// SPDX-License-Identifier: MIT
#include "run/build_jobs.h"

#include <utility>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/ulid.h"
#include "run/attempt.h"
#include "run/submit.h"
#include "run/watch.h"
#include "slurm/job_state.h"
#include "slurm/queue.h"
#include "slurm/sbatch.h"

// Two requests for a program share one job. The job's name says what is built, so a job of this
// name in the queue is waited for, from whichever process it comes. And every job is a run (intent,
// raw answer, look-up by name), sent by the process that creates the file which follows the run
// before it:
//
//   <program>.jobs/first                "01K…A"
//   <program>.jobs/01K…A/               the run: it failed, say
//   <program>.jobs/after-01K…A          "01K…B"
//   <program>.jobs/01K…B/               the run that is open now
//
// Two calls at the same moment both try to make after-01K…A; the one that cannot takes the other's.
// Earlier jobs have the same name, so a look-up by name leaves out the ids that are theirs.

namespace gpujob {

namespace {

bool is_over(const JobRow& row) {
  const Phase phase = meaning_of(row.state).phase;
  return phase == Phase::Done || phase == Phase::Failed;
}

}  // namespace

std::string build_title(const BuildPlan& build) {
  return format("build of {}.{}", build.workload, build.backend);
}

BuildJobs::BuildJobs(World& world, const BuildPlan& build)
    : world_(world), title_(build_title(build)), store_(world, built_program(build) + ".jobs") {}

Result<RunRecord> BuildJobs::load(const std::string& run_id) {
  Result<RunRecord> run = store_.load(run_id);
  if (run) run->others = others_;
  return run;
}

/// Is its end still to come? A run without a job has ended.
bool BuildJobs::is_open(RunRecord& run) {
  if (run.job || is_final(run.state)) return !is_final(run.state);
  std::vector<RunRecord> runs{run};
  refresh(world_, store_, runs);  // the wait asks again and prints what is wrong
  run = std::move(runs[0]);
  return run.job || !is_final(run.state);
}

std::string BuildJobs::claim_after(const std::string& run_id) const {
  return join_path(store_.directory(), run_id.empty() ? "first" : "after-" + run_id);
}

/// The id of the latest run; empty before the first.
Result<std::string> BuildJobs::latest() {
  std::string latest;
  for (std::string claim = claim_after(""); world_.kind(claim) != FileKind::Absent;
       claim = claim_after(latest)) {
    if (!latest.empty()) {
      const Result<RunRecord> before = store_.load(latest);
      if (!before) return before.failure();
      if (before->job) others_.push_back(before->job->job_id);
    }
    const Result<std::string> id = world_.read_file(claim);
    if (!id) return id.failure();
    latest = trim(*id);
    if (!store_.holds(latest)) {
      return Failure{
          ExitCode::Invalid, claim, "names no run", "",
          format("see with squeue that no build is queued, then remove {}", store_.directory())};
    }
  }
  return latest;
}

Result<RunRecord> BuildJobs::create(Resolution job, const Endpoint& endpoint,
                                    const std::string& script) {
  job.plan.run_id = make_ulid(world_);
  job.plan.run_directory = store_.path_of(job.plan.run_id);
  if (const Status made = store_.create(job, endpoint, script, ""); !made) return made.failure();
  return load(job.plan.run_id);
}

/// The id of a job of this name that is queued or runs, or an empty text.
Result<std::string> BuildJobs::queued(const Endpoint& endpoint, const std::string& job_name) {
  const auto rows = list_queue(world_, endpoint);
  if (!rows) {
    const Diagnostic& said = rows.failure().diagnostics.front();
    return Failure{rows.failure().exit, title_,
                   "nothing was sent, for its job may be queued already",
                   said.why.empty() ? said.problem : format("{}: {}", said.problem, said.why),
                   "start the same command again in a minute"};
  }
  std::string found;
  for (const JobRow& row : *rows) {
    if (row.name != job_name) continue;
    if (is_over(row)) {
      others_.push_back(row.job_id);
    } else {
      found = row.job_id;
    }
  }
  return found;
}

/// Of the job that is there already only the answer is lost.
Result<BuildJob> BuildJobs::adopt(const RunRecord& run, const std::string& job_id,
                                  const std::string& script) {
  const auto argv = sbatch_arguments(run.endpoint, run.plan.sbatch_arguments);
  if (const Status made = write_intent(world_, run, argv, script); !made) return made.failure();
  if (const Status made = write_found(world_, run, job_id, "queue"); !made) return made.failure();
  Result<RunRecord> found = load(run.id);
  if (!found) return found.failure();
  return BuildJob{*std::move(found), BuildJob::Sent::Before, {}};
}

Result<BuildJob> BuildJobs::send(RunRecord run) {
  const std::string id = run.id;
  Result<RunRecord> sent = submit_run(world_, store_, std::move(run));
  if (sent) return BuildJob{*std::move(sent), BuildJob::Sent::Now, {}};
  Failure failure = sent.failure();
  for (Diagnostic& said : failure.diagnostics) {
    if (said.where != format("run {}", id)) continue;
    said.where = title_;
    if (said.fix.empty()) continue;
    said.fix = failure.exit == ExitCode::Scheduler
                   ? "start the same command again later"
                   : "the same command again looks for it by its name";
  }
  if (failure.exit != ExitCode::Unknown) return failure;
  Result<RunRecord> open = load(id);
  if (!open) return open.failure();
  return BuildJob{*std::move(open), BuildJob::Sent::Now, std::move(failure.diagnostics)};
}

/// Another process was faster to follow the run `before`: its job counts, ours was never sent.
Result<BuildJob> BuildJobs::other_than(const std::string& before, const RunRecord& ours,
                                       const Failure& why) {
  if (const Status removed = world_.remove_tree(ours.directory); !removed) return removed.failure();
  const Result<std::string> id = latest();
  if (!id) return id.failure();
  if (*id == before) return why;
  Result<RunRecord> theirs = load(*id);
  if (!theirs) return theirs.failure();
  return BuildJob{*std::move(theirs), BuildJob::Sent::Before, {}};
}

Result<BuildJob> BuildJobs::find_or_send(Resolution job, const Endpoint& endpoint,
                                         const std::string& script) {
  const Result<std::string> before = latest();
  if (!before) return before.failure();
  if (!before->empty()) {
    Result<RunRecord> run = load(*before);
    if (!run) return run.failure();
    if (is_open(*run)) return BuildJob{*std::move(run), BuildJob::Sent::Before, {}};
    if (run->job) others_.push_back(run->job->job_id);
  }
  const Result<std::string> job_id = queued(store_.kept(endpoint, job.plan), job.plan.job_name);
  if (!job_id) return job_id.failure();
  Result<RunRecord> run = create(std::move(job), endpoint, script);
  if (!run) return run.failure();
  const Status claimed = world_.create_file(claim_after(*before), run->id, FileMode::Private);
  if (!claimed) return other_than(*before, *run, claimed.failure());
  return job_id->empty() ? send(*std::move(run)) : adopt(*run, *job_id, script);
}

}  // namespace gpujob
