// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/build_here.h"
#include "command/check_job.h"
#include "command/job.h"
#include "command/job_text.h"
#include "command/output.h"
#include "command/place.h"
#include "command/rehearsal.h"
#include "command/request_options.h"
#include "command/rows.h"
#include "command/run_shelf.h"
#include "command/run_text.h"
#include "run/submit.h"
#include "slurm/sbatch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> examples = {{
    {"gpujob submit integrate2d --site SITE --gpu GPU --dry-run",
     "the script and the command that would send it; nothing is touched"},
    {"gpujob submit integrate2d --site SITE --gpu GPU", "send it"},
    {"gpujob submit integrate2d --site SITE --gpu GPU --size small --repeat 3",
     "a small problem, three launches in one job"},
    {"gpujob submit integrate2d --site local", "run it on this machine, without a scheduler"},
}};
constexpr std::array<OptionSpec, 4> options = {
    {sandbox_option,
     {.name = "check",
      .help = "ask the scheduler or the sandbox whether it would take the job; send nothing",
      .group = "Output"},
     {.name = "dry-run",
      .help = "print the script and the sbatch command, touch nothing",
      .group = "Output"},
     json_format_option}};

/// How the script would be sent: its text goes to standard input.
std::vector<std::string> sending_line(const JobPlan& plan) {
  if (plan.executor == Executor::Local) return local_command(plan, "job.sh");
  Endpoint endpoint;
  endpoint.sbatch = "sbatch";
  endpoint.clusters_option = plan.clusters_option;
  return sbatch_arguments(endpoint, plan.sbatch_arguments);
}

CommandResult show(World& world, const Arguments& arguments, const Job& job) {
  print_remarks(world, job, arguments);
  const std::vector<std::string> line = sending_line(job.resolution.plan);
  if (wants_json(arguments)) {
    Json document = job_json("dry-run", job, arguments);
    document["argv"] = line;
    document["script"] = job.script;
    if (!job.build_script.empty()) document["build_script"] = job.build_script;
    world.out(dump_json(document));
    return status_of(ExitCode::Done);
  }
  world.out(job.script);
  const bool local = job.resolution.plan.executor == Executor::Local;
  world.err(format("dry run: nothing was sent; it would be: {}{}\n", command_line_text(line),
                   local ? "" : " < job.sh"));
  return status_of(ExitCode::Done);
}

/// A program that must be made before the job is sent.
Status build_first(World& world, const Job& job) {
  const auto& build = job.resolution.plan.build;
  if (!build || build->place != BuildPlan::Place::Login) return Status{};
  world.err(format("note: building {}.{} for {}\n", build->workload, build->backend,
                   build->architecture.empty() ? "this processor" : build->architecture));
  auto program = build_here(world, *build, job.build_script);
  if (!program) return program.failure();
  return Status{};
}

std::string sent_text(const RunRecord& sent) {
  const std::string site = format("{}/{}", sent.plan.center, sent.plan.cluster);
  const std::string place = sent.endpoint.kind == EndpointKind::Local
                                ? "runs on this machine"
                                : format("is job {} at {}", sent.job ? sent.job->job_id : "?",
                                         place_text(site, "", sent.endpoint.sandbox));
  return format("run {} {}\n", sent.id, place);
}

CommandResult report_sent(World& world, const Arguments& arguments, const RunRecord& sent) {
  if (wants_json(arguments)) {
    Json document = json_document("submitted");
    const Json entry = run_json(sent);
    for (const auto& [key, value] : entry.items()) document[key] = value;
    world.out(dump_json(document));
  } else {
    world.out(sent_text(sent));
    world.err(format("next: 'gpujob wait {0}', then 'gpujob report {0}'\n", sent.id));
  }
  // The exit status will tell of a failure: it must not be taken for one of the sending.
  if (world.output_lost()) world.err("note: it was sent: " + sent_text(sent));
  return status_of(ExitCode::Done);
}

CommandResult send(World& world, Library& library, const Configuration& configuration,
                   const Arguments& arguments, const Job& job) {
  print_remarks(world, job, arguments);
  auto endpoint = endpoint_for(world, library, job.site, arguments.value("sandbox"));
  if (!endpoint) return endpoint.failure();
  if (endpoint->kind == EndpointKind::Sandbox) {
    if (!arguments.has("sandbox")) world.err(sandbox_note(world, *endpoint, "the job goes to"));
    const BuildMode mode = arguments.value("build") == "never" ? BuildMode::Never : BuildMode::Auto;
    auto ready = prepare_rehearsal(world, library, configuration, job, mode, *endpoint);
    if (!ready) return ready.failure();
  } else if (auto built = build_first(world, job); !built) {
    return built.failure();
  }

  if (world.out_is_closed()) {
    return Failure{ExitCode::Failed, "standard output", "it is closed", "nothing was sent",
                   "the run's id is written there: let it go to a file or to /dev/null"};
  }
  if (world.interrupted() != 0) {
    return Failure{ExitCode::Failed, "gpujob submit",
                   format("stopped by signal {}", world.interrupted()), "nothing was sent"};
  }
  const JobPlan& plan = job.resolution.plan;
  RunShelf shelf(world, configuration);
  RunStore& store = shelf.store_in(plan.run_directory.substr(0, plan.run_directory.rfind('/')));
  auto created = store.create(job.resolution, *endpoint, job.script, job.build_script);
  if (!created) return created.failure();
  // From here on there is a run: whatever happens, its directory tells.
  const auto sent = submit_run(world, store, plan.run_id);
  if (auto record = store.load(plan.run_id)) {
    std::vector<RunGroup> groups = {{&store, {*std::move(record)}}};
    update_index(world, shelf, groups);
  }
  if (!sent) return explained(library, job, sent.failure());
  return report_sent(world, arguments, *sent);
}

CommandResult run(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  Library library(world, arguments.values("profile-path"));
  const bool dry = arguments.has("dry-run"), check = arguments.has("check");
  if (dry && check) {
    return Failure{ExitCode::Usage, "option '--check'", "cannot stand beside --dry-run",
                   "one asks the scheduler, the other asks nobody", "leave one out"};
  }
  const JobPurpose purpose =
      dry || check ? JobPurpose{} : JobPurpose{.describe = Describe::MayRun, .kind = JobKind::Sent};
  const auto job = prepare_job(world, library, *configuration, arguments, purpose);
  if (!job) return job.failure();
  if (dry) return show(world, arguments, *job);
  if (check) return check_job(world, library, arguments, *job);
  return send(world, library, *configuration, arguments, *job);
}

}  // namespace

constinit const Command submit_command = {
    .name = "submit",
    .summary = "send a job, once",
    .description =
        "Plans, renders and checks first: an error refuses with exit code 3 before anything is "
        "sent. What is sent is on disk before sbatch is called. If sbatch gives no clear answer, "
        "the exit code is 5 and nothing is sent again. A program that is missing is built with the "
        "center's toolchain unless --build never: on the login node before the job is sent, or, "
        "where the profile says so, first in the job. For a sandbox it is the CPU program that "
        "stands in for it, built on this machine.",
    .examples = examples,
    .arguments = request_arguments,
    .option_sets = {place_options, work_options, options},
    .run = run,
    .rest = Rest::Sbatch,
};

}  // namespace gpujob
