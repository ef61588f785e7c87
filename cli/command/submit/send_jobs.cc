// SPDX-License-Identifier: MIT
#include "command/submit/send_jobs.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/json_value.h"
#include "command/args/output.h"
#include "command/args/version.h"
#include "command/build/build_here.h"
#include "command/build/rehearsal.h"
#include "command/config/place_options.h"
#include "command/job/after_option.h"
#include "command/job/own_job.h"
#include "command/runs/follow_run.h"
#include "command/runs/labels.h"
#include "command/runs/run_text.h"
#include "command/submit/center_request.h"
#include "command/submit/check_job.h"
#include "command/submit/sent_runs.h"
#include "command/submit/synced_folder.h"
#include "jobs/run_locator.h"
#include "jobs/session.h"
#include "jobs/site_selection.h"
#include "remote/center_runs.h"
#include "run/submit.h"
#include "run/watch.h"

namespace gpujob {

namespace {

bool was_not_sent(const RunRecord& run) {
  return run.state == RunState::Intended || run.state == RunState::Refused;
}

class Sending : public SiteSender {
 public:
  Sending(Session& session, const Arguments& arguments, const PlannedSweep& planned)
      : session_(session),
        arguments_(arguments),
        planned_(planned),
        is_left_(planned.jobs.size(), true) {}

  CommandResult send_all() {
    if (auto ready = prepare(); !ready) return ready.failure();
    if (auto sent = send_points(); !sent) return stopped(sent.failure());
    if (const auto status = report(); !status || !arguments_.has("wait")) return status;
    return wait_for_sent();
  }

  /// A single job, without a word on stdout.
  Result<RunRecord> send_one() {
    need_ = Need::Command;
    quiet_ = true;
    if (auto ready = prepare(); !ready) return ready.failure();
    if (auto sent = send(planned_.batches.front()); !sent) return sent.failure();
    return sent_.front().run;
  }

  /// For jobs of one site beside those of others: the caller prints remarks and results.
  void speak_less() { beside_others_ = true; }
  Status prepare() override;
  /// All that is left.
  Status send_points() override {
    for (; next_ < planned_.batches.size(); ++next_) {
      if (auto free = wait_for_this_machine(); !free) return free;
      if (session_.world.interrupted() != 0) {
        return by_signal(planned_.sweep.is_one_job() && !beside_others_ ? "nothing was sent" : "");
      }
      const Batch& batch = planned_.batches[next_];
      if (auto sent = send(batch); !sent) return of_batch(planned_, batch, sent.failure());
    }
    return {};
  }
  CommandResult wait_for_sent() override;
  const std::vector<SentRun>& sent() const override { return sent_; }
  std::vector<std::size_t> left() const override {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < is_left_.size(); ++i) {
      if (is_left_[i]) left.push_back(i);
    }
    return left;
  }
  RunStore& store_of(const std::string& run_directory) override {
    return session_.runs.store_in(run_directory.substr(0, run_directory.rfind('/')));
  }

 private:
  Status choose_endpoints();
  Result<std::optional<std::string>> folder_for_center();
  Status prepare_center();
  Status make_program(const Job& job);
  Status build_once(const Job& job);
  Status wait_for_this_machine();
  Status send(const Batch& batch);
  Status create(RunStore& store, const Batch& batch);
  Status create_run(RunStore& store, std::size_t point);
  void discard(const Batch& batch);
  std::vector<RunRecord> load(RunStore& store, const Batch& batch, const Result<RunRecord>& sent);
  void say(const Batch& batch, const std::vector<RunRecord>& runs);
  void keep_in_index(RunStore& store, const std::vector<RunRecord>& runs);

  Failure by_signal(std::string why) const;
  CommandResult stopped(Failure failure);
  CommandResult report();
  bool prints_ids() const { return arguments_.has("parsable"); }

  Session& session_;
  const Arguments& arguments_;
  const PlannedSweep& planned_;
  RunTags labels_;
  Endpoint endpoint_;  ///< of all jobs
  CenterPreparation prepared_;
  std::set<std::string> built_;
  std::vector<SentRun> sent_;
  std::vector<std::string> lines_;  ///< that tell of what was sent
  std::size_t next_ = 0;            ///< of the batches
  std::vector<bool> is_left_;       ///< of the points; see left()
  bool quiet_ = false;
  bool beside_others_ = false;
  Need need_ = Need::Jobs;
};

/// Everything that can fail before there is a run.
Status Sending::prepare() {
  auto labels = read_labels(arguments_);
  if (!labels) return labels.failure();
  labels_ = *std::move(labels);
  if (!beside_others_) print_remarks(session_.world, planned_, arguments_);
  if (auto chosen = choose_endpoints(); !chosen) return chosen;
  for (std::size_t i = 0; i < planned_.jobs.pattern_count(); ++i) {
    if (auto made = make_program(planned_.jobs.pattern(i)); !made) return made;
  }
  if (!session_.world.out_is_closed()) return Status{};
  return Failure{ExitCode::Failed, "standard output", "it is closed", "nothing was sent",
                 "the run's id is written there: redirect it to a file or to /dev/null"};
}

Status Sending::choose_endpoints() {
  const auto endpoint =
      session_.endpoint(planned_.jobs.like(0).site, place_flags(arguments_), need_);
  if (!endpoint) return endpoint.failure();
  if (auto same = check_after(session_, arguments_, *endpoint); !same) return same;
  endpoint_ = *endpoint;
  if (endpoint->kind == EndpointKind::Ssh) return prepare_center();
  if (auto fits = check_unsynced(arguments_); !fits) return fits;
  if (endpoint->kind == EndpointKind::Sandbox && !arguments_.has("sandbox")) {
    const char* what = planned_.jobs.size() == 1 ? "the job goes to" : "the jobs go to";
    session_.world.err(sandbox_note(session_.world, *endpoint, what));
  }
  if (endpoint->kind == EndpointKind::Local && planned_.jobs.size() > 1) {
    session_.world.err(format("note: {} runs, one after the other\n", planned_.jobs.size()));
  }
  return Status{};
}

/// The folder that goes with the jobs: that of --sync, or that of a workload of the user's own.
Result<std::optional<std::string>> Sending::folder_for_center() {
  const JobPlan& plan = planned_.jobs.like(0).resolution.plan;
  if (plan.payload) return synced_folder(session_.world, arguments_);
  const auto workload = session_.data_files.workloads().find(plan.workload);
  if (!workload) return workload.failure();
  const auto bundled = is_bundled(session_.world, *workload);
  if (!bundled) return bundled.failure();
  return *bundled ? std::nullopt : std::optional(workload->folder);
}

/// Before there is a run: gpujob at the center must answer, and have what travels beforehand.
Status Sending::prepare_center() {
  const Job& job = planned_.jobs.like(0);
  if (auto fits = check_for_center(arguments_, job); !fits) return fits;
  const auto folder = folder_for_center();
  if (!folder) return folder.failure();
  const CenterAddress center{full_name(job.site), endpoint_.host, std::string(kProgramVersion)};
  const auto reply = ask_center(session_.world, center, {});
  if (!reply) return reply.failure();
  auto copy = copy_to_center(session_.world, arguments_, *folder, center);
  if (!copy) return copy.failure();
  auto after = after_full_ids(session_, arguments_);
  if (!after) return after.failure();
  prepared_ = {*std::move(copy), *std::move(after)};
  return {};
}

Status Sending::make_program(const Job& job) {
  if (endpoint_.kind == EndpointKind::Ssh) return {};  // gpujob there makes it
  if (job.resolution.plan.payload) return Status{};
  if (endpoint_.kind != EndpointKind::Sandbox) return build_once(job);
  const BuildMode mode = arguments_.value("build") == "never" ? BuildMode::Never : BuildMode::Auto;
  return prepare_rehearsal(session_, job, mode, endpoint_);
}

/// Builds a missing program on the login node, before the first job that needs it.
Status Sending::build_once(const Job& job) {
  const auto& build = job.resolution.plan.build;
  if (!build || build->place != BuildPlan::Place::Login) return Status{};
  if (!built_.insert(built_program(*build)).second) return Status{};
  session_.world.err(format("note: building {}.{} for {}\n", build->workload, build->backend,
                            build->architecture.empty() ? "this processor" : build->architecture));
  auto program = build_here(session_.world, *build, job.build_script);
  if (!program) return program.failure();
  return Status{};
}

/// Two runs at once on this machine would disturb each other's timing.
Status Sending::wait_for_this_machine() {
  if (sent_.empty() || sent_.back().run.endpoint.kind != EndpointKind::Local) return Status{};
  std::vector<RunRecord> last = {sent_.back().run};
  RunStore& store = store_of(last.front().directory);
  const auto over =
      wait_for(session_.world, store, last, Seconds(0),
               [this](const RunRecord& seen) { session_.world.err(run_line(seen) + "\n"); });
  keep_in_index(store, last);
  sent_.back().run = std::move(last.front());
  if (!over && session_.world.interrupted() != 0) {
    return by_signal(format("run {} continues", sent_.back().run.id));
  }
  return over;
}

Status Sending::create_run(RunStore& store, std::size_t point) {
  const Job job = planned_.jobs.at(point);
  const JobPlan& plan = job.resolution.plan;
  auto created = store.create(job.resolution, endpoint_, job.script, job.build_script, job.payload);
  if (!created) return created;
  if (!labels_.empty()) {
    if (auto kept = write_tags(session_.world, plan.run_directory, labels_); !kept) return kept;
  }
  return {};
}

/// All runs of the batch and its array, or none of them.
Status Sending::create(RunStore& store, const Batch& batch) {
  std::vector<std::string> ids;
  Status created;
  for (const std::size_t point : batch.points) {
    if (created) created = create_run(store, point);
    ids.push_back(planned_.jobs.run_id(point));
  }
  if (created && batch.is_array())
    created = store.create_array(planned_.directory_of(batch), batch.script, ids);
  if (created && endpoint_.kind == EndpointKind::Ssh) {
    created = keep_request(session_, arguments_, planned_, batch, prepared_);
  }
  if (!batch.is_array()) return created;
  if (created && session_.world.interrupted() != 0) created = by_signal("");
  if (!created) discard(batch);
  return created;
}

/// What was made of an array that is not sent.
void Sending::discard(const Batch& batch) {
  (void)session_.world.remove_tree(planned_.directory_of(batch));
  for (const std::size_t point : batch.points) {
    (void)session_.world.remove_tree(planned_.jobs.at(point).resolution.plan.run_directory);
  }
}

/// Those that can be read; of what was `sent` the first is known.
std::vector<RunRecord> Sending::load(RunStore& store, const Batch& batch,
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

Status Sending::send(const Batch& batch) {
  const JobPlan plan = planned_.first_of(batch).resolution.plan;
  RunStore& store = store_of(plan.run_directory);
  if (auto created = create(store, batch); !created) return created;
  // From here on there are runs, and their directories record what happens.
  const Seconds settle = arguments_.interval("settle").value_or({}).value_or(Seconds(60));
  const auto sent = submit_run(session_.world, store, plan.run_id, settle);
  const std::vector<RunRecord> runs = load(store, batch, sent);
  const bool not_sent = !sent && (sent.failure().exit == ExitCode::Scheduler ||
                                  std::any_of(runs.begin(), runs.end(), was_not_sent));
  for (const std::size_t point : batch.points) is_left_[point] = not_sent;
  if (!sent) return explained(session_.data_files, planned_, batch, sent.failure());
  say(batch, runs);
  return Status{};
}

void Sending::say(const Batch& batch, const std::vector<RunRecord>& runs) {
  lines_.push_back(sent_text(planned_, batch, runs.front()));
  if (prints_ids()) {
    for (const RunRecord& run : runs) session_.world.out(run.id + "\n");
  } else if (!quiet_ && !beside_others_ && !wants_json(arguments_)) {
    session_.world.out(lines_.back());
  }
}

void Sending::keep_in_index(RunStore& store, const std::vector<RunRecord>& runs) {
  std::vector<RunGroup> groups = {{&store, runs}};
  session_.runs.update_index(groups);
}

Failure Sending::by_signal(std::string why) const {
  return {ExitCode::Failed, "gpujob submit",
          format("interrupted by signal {}", session_.world.interrupted()), std::move(why)};
}

CommandResult Sending::stopped(Failure failure) {
  if (planned_.sweep.is_one_job()) return failure;
  append(failure.diagnostics, what_is_left(planned_, sent_, left(), arguments_));
  return stopped_result(session_.world, arguments_, planned_, sent_, left(), failure);
}

/// The status of the job, as 'sbatch --wait' gives it; of several the first that is not 0.
CommandResult Sending::wait_for_sent() {
  RunGroup group{&store_of(sent_.front().run.directory), {}};
  for (const SentRun& sent : sent_) group.runs.push_back(sent.run);
  const auto over =
      wait_for(session_.world, *group.store, group.runs, Seconds(0),
               [this](const RunRecord& seen) { session_.world.err(run_line(seen) + "\n"); });
  keep_in_index(*group.store, group.runs);
  if (!over && session_.world.interrupted() != 0) {
    const bool one = sent_.size() == 1;
    return Failure{ExitCode::Pending, "gpujob submit", "interrupted",
                   one ? "the job keeps running" : "the jobs keep running",
                   format("'gpujob wait {}' goes on waiting", words_for(sent_))};
  }
  if (!over) return over.failure();
  int status = status_of(ExitCode::Done);
  for (const RunRecord& run : group.runs) {
    const auto own = job_status(session_.world, run);
    if (!own) return own.failure();
    if (status == 0) status = *own;
  }
  return status;
}

CommandResult Sending::report() {
  if (prints_ids()) {
    // The ids alone.
  } else if (!wants_json(arguments_)) {
    const JobPlan& plan = sent_.front().run.plan;
    const auto workload = session_.data_files.workloads().find(plan.workload);
    if (array_of(plan) != nullptr) {
      session_.world.err(
          format("next: 'gpujob status {}' counts its tasks\n", sent_.front().run.id));
    } else if (plan.payload && sent_.size() == 1) {
      session_.world.err(
          format("next: 'gpujob logs {} -f' shows its output\n", sent_.front().run.id));
    } else if (plan.payload || workload) {
      const std::string next = next_steps(planned_, sent_, workload ? *workload : Workload{});
      session_.world.err(format("next: {}\n", next));
    }
  } else if (planned_.sweep.is_one_job()) {
    Json document = json_document("submitted");
    document.update(run_json(sent_.front().run));
    session_.world.out(dump_json(document));
  } else {
    session_.world.out(dump_json(sweep_json(planned_, sent_, {}, status_of(ExitCode::Done), {})));
  }
  // The exit status will report lost output: it must not be mistaken for a failed submission.
  if (session_.world.output_error() != 0) {
    for (const std::string& line : lines_) session_.world.err("note: sent: " + line);
  }
  return status_of(ExitCode::Done);
}

}  // namespace

std::unique_ptr<SiteSender> sender_for_site(Session& session, const Arguments& arguments,
                                            const PlannedSweep& planned) {
  auto sender = std::make_unique<Sending>(session, arguments, planned);
  sender->speak_less();
  return sender;
}

CommandResult send_jobs(Session& session, const Arguments& arguments, const PlannedSweep& planned) {
  return Sending(session, arguments, planned).send_all();
}

Result<RunRecord> send_one_job(Session& session, const Arguments& arguments,
                               const PlannedSweep& planned) {
  return Sending(session, arguments, planned).send_one();
}

}  // namespace gpujob
