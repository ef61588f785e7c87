// SPDX-License-Identifier: MIT
#include "jobs/send/job_sender.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "jobs/build/build_here.h"
#include "jobs/build/rehearsal.h"
#include "jobs/request/after_option.h"
#include "jobs/request/own_job.h"
#include "jobs/send/check_job.h"
#include "jobs/send/synced_folder.h"
#include "jobs/session/program_version.h"
#include "jobs/session/run_outcome.h"
#include "remote/center_runs.h"
#include "run/submit.h"
#include "run/watch.h"

namespace gpujob {

namespace {

bool was_not_sent(const RunRecord& run) {
  return run.state == RunState::Intended || run.state == RunState::Refused;
}

/// What became of a batch, said of its points.
Failure of_batch(const PlannedSweep& planned, const Batch& batch, Failure failure) {
  const std::string points = printable(points_text(planned.sweep, batch.points));
  if (points.empty()) return failure;
  for (Diagnostic& one : failure.diagnostics) one.where = format("{}: {}", points, one.where);
  return failure;
}

}  // namespace

std::string words_for(const std::vector<SentRun>& sent) {
  std::vector<std::string> words;
  for (const SentRun& one : sent) {
    if (!one.run.job) continue;
    const auto& task = one.run.plan.array_task;
    const std::string& word = task ? task->array : one.run.id;
    if (words.empty() || words.back() != word) words.push_back(word);
  }
  return join(words, " ");
}

JobSender::JobSender(Session& session, const JobRequest& request, const PlannedSweep& planned,
                     OnSent on_sent)
    : session_(session),
      request_(request),
      planned_(planned),
      on_sent_(std::move(on_sent)),
      is_left_(planned.jobs.size(), true) {}

Status JobSender::send_all() {
  for (; next_ < planned_.batches.size(); ++next_) {
    if (auto free = wait_for_this_machine(); !free) return free;
    if (session_.world.interrupted() != 0) {
      const bool is_only_one = planned_.sweep.is_one_job() && !beside_others_;
      return by_signal(is_only_one ? "nothing was sent" : "");
    }
    const Batch& batch = planned_.batches[next_];
    if (auto sent = send(batch); !sent) return of_batch(planned_, batch, sent.failure());
  }
  return {};
}

std::vector<std::size_t> JobSender::left() const {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < is_left_.size(); ++i) {
    if (is_left_[i]) left.push_back(i);
  }
  return left;
}

RunStore& JobSender::store_of(const std::string& run_directory) {
  return session_.runs.store_in(run_directory.substr(0, run_directory.rfind('/')));
}

Status JobSender::prepare() {
  if (auto chosen = choose_endpoints(); !chosen) return chosen;
  for (std::size_t i = 0; i < planned_.jobs.pattern_count(); ++i) {
    if (auto made = make_program(planned_.jobs.pattern(i)); !made) return made;
  }
  if (!session_.world.out_is_closed()) return Status{};
  return Failure{ExitCode::Failed, "standard output", "it is closed", "nothing was sent",
                 "the run's id is written there: redirect it to a file or to /dev/null"};
}

Status JobSender::choose_endpoints() {
  const auto endpoint = session_.endpoint(planned_.jobs.like(0).site, request_.place,
                                          request_.command.empty() ? Need::Jobs : Need::Command);
  if (!endpoint) return endpoint.failure();
  if (auto same = check_after(session_, request_, *endpoint); !same) return same;
  endpoint_ = *endpoint;
  if (endpoint->kind == EndpointKind::Ssh) return prepare_center();
  if (auto fits = check_unsynced(request_); !fits) return fits;
  if (endpoint->kind == EndpointKind::Sandbox && !request_.place.sandbox) {
    const char* what = planned_.jobs.size() == 1 ? "the job goes to" : "the jobs go to";
    session_.listener->note(sandbox_note(session_.world, *endpoint, what));
  }
  if (endpoint->kind == EndpointKind::Local && planned_.jobs.size() > 1) {
    session_.listener->note(format("{} runs, one after the other", planned_.jobs.size()));
  }
  return Status{};
}

/// The folder that goes with the jobs: that of --sync, or that of a workload of the user's own.
Result<std::optional<std::string>> JobSender::folder_for_center() {
  const WorkloadPlan* work = workload_of(planned_.jobs.like(0).resolution.plan);
  if (work == nullptr) return synced_folder(session_.world, request_);
  const auto workload = session_.data_files.workloads().find(work->name);
  if (!workload) return workload.failure();
  const auto bundled = is_bundled(session_.world, *workload);
  if (!bundled) return bundled.failure();
  return *bundled ? std::nullopt : std::optional(workload->folder);
}

/// Before there is a run: gpujob at the center must answer, and have what travels beforehand.
Status JobSender::prepare_center() {
  const Job& job = planned_.jobs.like(0);
  if (auto fits = check_for_center(request_, job); !fits) return fits;
  const auto folder = folder_for_center();
  if (!folder) return folder.failure();
  const CenterAddress center{full_name(job.site), endpoint_.host, std::string(kProgramVersion)};
  const auto reply = ask_center(session_.world, center, {});
  if (!reply) return reply.failure();
  auto copy = copy_to_center(session_, request_, *folder, center);
  if (!copy) return copy.failure();
  auto after = after_full_ids(session_, request_);
  if (!after) return after.failure();
  prepared_ = {*std::move(copy), *std::move(after)};
  return {};
}

Status JobSender::make_program(const Job& job) {
  if (endpoint_.kind == EndpointKind::Ssh) return {};  // gpujob there makes it
  if (workload_of(job.resolution.plan) == nullptr) return Status{};
  if (endpoint_.kind != EndpointKind::Sandbox) return build_once(job);
  return prepare_rehearsal(session_, job, request_.flags.build, endpoint_);
}

/// Builds a missing program on the login node, before the first job that needs it.
Status JobSender::build_once(const Job& job) {
  const BuildPlan* build = build_of(job.resolution.plan);
  if (build == nullptr || build->place != BuildPlan::Place::Login) return Status{};
  if (!built_.insert(built_program(*build)).second) return Status{};
  session_.listener->note(
      format("building {}.{} for {}", build->workload, build->backend,
             build->architecture.empty() ? "this processor" : build->architecture));
  auto program = build_here(session_.world, *build, job.build_script);
  if (!program) return program.failure();
  return Status{};
}

/// Two runs at once on this machine would disturb each other's timing.
Status JobSender::wait_for_this_machine() {
  if (sent_.empty() || sent_.back().run.endpoint.kind != EndpointKind::Local) return Status{};
  std::vector<RunRecord> last = {sent_.back().run};
  RunStore& store = store_of(last.front().directory);
  const auto over = wait_for(session_.world, store, last, Seconds(0), news_for(*session_.listener));
  keep_in_index(store, last);
  sent_.back().run = std::move(last.front());
  if (!over && session_.world.interrupted() != 0) {
    return by_signal(format("run {} continues", sent_.back().run.id));
  }
  return over;
}

Status JobSender::create_run(RunStore& store, std::size_t point) {
  const Job job = planned_.jobs.at(point);
  const JobPlan& plan = job.resolution.plan;
  auto created = store.create(job.resolution, endpoint_, job.script, job.build_script, job.payload);
  if (!created) return created;
  if (!request_.labels.empty()) {
    if (auto kept = write_tags(session_.world, plan.run_directory, request_.labels); !kept)
      return kept;
  }
  return {};
}

/// All runs of the batch and its array, or none of them.
Status JobSender::create(RunStore& store, const Batch& batch) {
  std::vector<std::string> ids;
  Status created;
  for (const std::size_t point : batch.points) {
    if (created) created = create_run(store, point);
    ids.push_back(planned_.jobs.run_id(point));
  }
  if (created && batch.is_array())
    created = store.create_array(planned_.directory_of(batch), batch.script, ids);
  if (created && endpoint_.kind == EndpointKind::Ssh) {
    created = keep_request(session_, request_, planned_, batch, prepared_);
  }
  if (!batch.is_array()) return created;
  if (created && session_.world.interrupted() != 0) created = by_signal("");
  if (!created) discard(batch);
  return created;
}

/// What was made of an array that is not sent.
void JobSender::discard(const Batch& batch) {
  (void)session_.world.remove_tree(planned_.directory_of(batch));
  for (const std::size_t point : batch.points) {
    (void)session_.world.remove_tree(planned_.jobs.at(point).resolution.plan.run_directory);
  }
}

/// Those that can be read; of what was `sent` the first is known.
std::vector<RunRecord> JobSender::load(RunStore& store, const Batch& batch,
                                       const Result<RunRecord>& sent) {
  std::vector<RunRecord> runs;
  for (const std::size_t point : batch.points) {
    const bool is_known = sent && point == batch.points.front();
    auto run = is_known ? sent : store.load(planned_.jobs.run_id(point));
    if (!run) continue;
    sent_.push_back({point, *run});
    runs.push_back(*std::move(run));
  }
  keep_in_index(store, runs);
  return runs;
}

Status JobSender::send(const Batch& batch) {
  const JobPlan plan = planned_.first_of(batch).resolution.plan;
  RunStore& store = store_of(plan.run_directory);
  if (auto created = create(store, batch); !created) return created;
  // From here on there are runs, and their directories record what happens.
  const Seconds settle = request_.settle.value_or(Seconds(60));
  const auto sent = submit_run(session_.world, store, plan.run_id, settle);
  const std::vector<RunRecord> runs = load(store, batch, sent);
  const bool not_sent = !sent && (sent.failure().exit == ExitCode::Scheduler ||
                                  std::any_of(runs.begin(), runs.end(), was_not_sent));
  for (const std::size_t point : batch.points) is_left_[point] = not_sent;
  if (!sent) return explained(session_.data_files, planned_, batch, sent.failure());
  on_sent_(planned_, batch, runs);
  return Status{};
}

void JobSender::keep_in_index(RunStore& store, const std::vector<RunRecord>& runs) {
  const std::vector<RunGroup> groups = {{&store, runs}};
  session_.runs.update_index(groups);
}

Failure JobSender::by_signal(std::string why) const {
  return {ExitCode::Failed, "gpujob submit",
          format("interrupted by signal {}", session_.world.interrupted()), std::move(why)};
}

/// The status of the job, as 'sbatch --wait' gives it; of several the first that is not 0.
Result<int> JobSender::wait_for_sent() {
  RunGroup group{&store_of(sent_.front().run.directory), {}};
  for (const SentRun& sent : sent_) group.runs.push_back(sent.run);
  const auto over =
      wait_for(session_.world, *group.store, group.runs, Seconds(0), news_for(*session_.listener));
  keep_in_index(*group.store, group.runs);
  if (!over && session_.world.interrupted() != 0) {
    const bool one = sent_.size() == 1;
    return Failure{ExitCode::Pending, "gpujob submit", "interrupted",
                   one ? "the job keeps running" : "the jobs keep running",
                   format("'gpujob wait {}' goes on waiting", words_for(sent_))};
  }
  if (!over) return over.failure();
  int status = 0;
  for (const RunRecord& run : group.runs) {
    const auto own = job_status(session_.world, run);
    if (!own) return own.failure();
    if (status == 0) status = *own;
  }
  return status;
}

Result<RunRecord> send_one_job(Session& session, const JobRequest& request,
                               const PlannedSweep& planned) {
  JobSender sender(session, request, planned, [](const auto&...) {});
  if (auto ready = sender.prepare(); !ready) return ready.failure();
  if (auto sent = sender.send_all(); !sent) return sent.failure();
  return sender.sent().front().run;
}

}  // namespace gpujob
