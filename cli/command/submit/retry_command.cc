// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/index_list.h"
#include "base/json_value.h"
#include "base/sha256.h"
#include "base/ulid.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/version.h"
#include "command/config/place_options.h"
#include "command/runs/run_text.h"
#include "command/submit/sent_runs.h"
#include "jobs/build_here.h"
#include "jobs/session.h"
#include "render/render.h"
#include "run/retry.h"
#include "run/submit.h"
#include "run/tags.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kRetryExamples = {{
    {"gpujob retry last", "send the newest run again, which failed"},
    {"gpujob wait $(gpujob retry last --parsable)", "and wait for it"},
}};
constexpr std::array<ArgumentSpec, 1> kRetryArguments = {
    {{"RUN", "an id, a unique piece of one, last or last~N", Completes::Run}}};
constexpr std::array<OptionSpec, 2> kRetryOptions = {
    {{.name = "parsable", .help = "print the run's id alone", .group = "Output"},
     kJsonFormatOption}};

constexpr Seconds kRetrySettle{60};

/// What a run directory is made of.
struct RunFiles {
  std::string script;
  std::string build_script;
  std::string payload;
};

Result<RunFiles> files_again(Session& session, const RunRecord& old, const JobPlan& plan) {
  const auto templates = session.data_files.templates();
  if (!templates) return templates.failure();
  const std::string version(kProgramVersion);
  auto script = render_job(plan, **templates, version);
  if (!script) return script.failure();
  RunFiles files{std::move(script->text), "", ""};
  if (plan.build) {
    auto build = render_build(*plan.build, **templates, version);
    if (!build) return build.failure();
    files.build_script = *std::move(build);
  }
  if (plan.payload && plan.payload->kind == PlannedPayload::Kind::Script) {
    auto payload = session.world.read_file(format("{}/{}", old.directory, kPayloadFile));
    if (!payload) return payload.failure();
    if (sha256(*payload) != plan.payload->sha256) {
      return Failure(ExitCode::Invalid, format("run {}", old.id),
                     "its script is not the one that was sent", "its checksum differs",
                     "submit your script instead");
    }
    files.payload = *std::move(payload);
  }
  return files;
}

/// A program that was built on the login node may be gone.
Status build_again(World& world, const RunRecord& old, const RunFiles& files) {
  const auto& build = old.plan.build;
  if (!build || build->place != BuildPlan::Place::Login) return {};
  if (old.endpoint.kind == EndpointKind::Sandbox) return {};
  const auto program = build_here(world, *build, files.build_script);
  return program ? Status{} : Status(program.failure());
}

/// The new run, sent.
Result<RunRecord> send_again(Session& session, RunStore& store, const RunRecord& old) {
  Resolution resolution;
  resolution.plan = plan_again(old, make_ulid(session.world), store.directory());
  resolution.profile = old.profile;
  resolution.explanation = {{"run", resolution.plan.run_id, From::Flag, "retry of " + old.id}};
  const JobPlan& plan = resolution.plan;
  const auto labels = read_tags(session.world, old.directory);
  if (!labels) return labels.failure();
  const auto files = files_again(session, old, plan);
  if (!files) return files.failure();
  if (auto built = build_again(session.world, old, *files); !built) return built.failure();
  if (auto noted = note_retry(session.world, store, old, plan.run_id); !noted)
    return noted.failure();
  auto created =
      store.create(resolution, old.endpoint, files->script, files->build_script, files->payload);
  if (!created) return created.failure();
  if (!labels->empty()) {
    if (auto kept = write_tags(session.world, plan.run_directory, *labels); !kept)
      return kept.failure();
  }
  return submit_run(session.world, store, plan.run_id, kRetrySettle);
}

CommandResult run_retry(const Arguments& arguments, World& world) {
  auto session = open_session(world, arguments);
  if (!session) return session.failure();
  auto group = session->runs.find_one(arguments.positional()[0]);
  if (!group) return group.failure();
  print_diagnostics(world, refresh(world, *group->store, group->runs));
  const RunRecord& old = group->runs[0];
  if (auto fit = check_retry(world, *group->store, old); !fit) return fit.failure();
  if (old.endpoint.kind == EndpointKind::Ssh) {
    return Failure(ExitCode::Usage, format("run {}", old.id),
                   "cannot be sent again through a connection yet", "",
                   "'gpujob submit' makes a new run");
  }
  const std::string gone = why_gone(world, old.endpoint);
  if (!gone.empty()) {
    return Failure(ExitCode::Scheduler, format("run {}", old.id), "cannot be sent again", gone,
                   "'gpujob submit' makes a new run");
  }
  const auto sent = send_again(*session, *group->store, old);
  const auto newest = session->runs.newest_run();
  if (newest && newest->first != nullptr && newest->second != old.id) {
    if (auto record = newest->first->load(newest->second)) {
      session->runs.update_index({{newest->first, {*std::move(record)}}});
    }
  }
  if (!sent) return sent.failure();
  if (wants_json(arguments)) {
    Json document = json_document("submitted");
    document.update(run_json(*sent));
    world.out(dump_json(document));
  } else if (arguments.has("parsable")) {
    world.out(sent->id + "\n");
  } else {
    world.out(sent_text(PlannedSweep{}, Batch{{0}, "", ""}, *sent));
    std::vector<int> tasks;
    for (const TaskRecord& task : sent->tasks) tasks.push_back(task.index);
    world.err(format("note: it is run {} again{}\n", old.id,
                     tasks.empty() ? "" : format(", tasks {}", index_list_text(tasks))));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kRetryCommand = {
    .name = "retry",
    .summary = "send a run that failed again, as a new run",
    .description =
        "The new run has the plan of the old one, its script byte for byte, its name and its tags, "
        "and goes to the same place. A run is sent again once: should the new one fail too, retry "
        "that. A run that is done or not over is refused with exit code 2. Of a job array the "
        "tasks "
        "that are not done are sent again, alone and under their own indices.",
    .examples = kRetryExamples,
    .arguments = kRetryArguments,
    .option_sets = {kRetryOptions},
    .run = run_retry,
};

}  // namespace gpujob
