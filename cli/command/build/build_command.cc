// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/job_options.h"
#include "command/job/job_text.h"
#include "jobs/build/prepared_build.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kBuildExamples = {{
    {"gpujob build integrate2d --site SITE --gpu GPU", "compile the program and keep it"},
    {"gpujob build --site SITE --gpu GPU", "the programs of all workloads"},
    {"gpujob build integrate2d --site SITE --gpu GPU --dry-run", "show build.sh"},
}};
constexpr std::array<ArgumentSpec, 1> kBuildArguments = {
    {{"WORKLOAD", "one workload; default: all that have a program for the backend",
      Completes::Workload, ArgumentSpec::Need::Optional}}};
constexpr std::array<OptionSpec, 5> kBuildOptions = {
    {kHereOption,
     kBackendOption,
     kExplainOption,
     {.name = "dry-run", .help = "print build.sh; change nothing", .group = "Output"},
     kJsonFormatOption}};

Json build_json(const PreparedBuild& build) {
  const BuildPlan& plan = build.resolution.build;
  Json entry;
  entry["workload"] = plan.workload;
  entry["backend"] = plan.backend;
  entry["architecture"] = plan.architecture;
  entry["key"] = plan.key;
  const std::string& ready = build.resolution.ready;
  entry["program"] = ready.empty() ? built_program(plan) : ready;
  entry["place"] = plan.place == BuildPlan::Place::Login ? "login" : "job";
  if (!ready.empty()) entry["place"] = nullptr;
  return entry;
}

CommandResult run_build(const BuildOptions& options, Session& session) {
  World& world = session.world;
  const auto workloads = workloads_to_build(session.data_files, options.request);
  if (!workloads) return workloads.failure();
  const PlaceFlags& place = options.request.place;
  const auto site = session.site(place);
  if (!site) return site.failure();

  Json list = Json::array();
  for (const Workload& workload : *workloads) {
    const auto build = prepare_build(session, *site, workload, options.request.flags);
    if (!build) return build.failure();
    print_diagnostics(world, build->resolution.diagnostics);
    if (options.explain == Explain::Yes)
      world.err(explanation_text(build->resolution.explanation, world.err_screen()));
    Json entry = build_json(*build);
    if (options.dry) {
      entry["script"] = build->script;
      if (!options.json) world.out(build->script);
    } else {
      const auto program = carry_out_build(session, *site, place, *build);
      if (!program) return program.failure();
      if (!options.json) world.out(*program + "\n");
    }
    list.push_back(std::move(entry));
  }
  if (options.json) {
    Json document = json_document("build");
    document["programs"] = std::move(list);
    world.out(dump_json(document));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

Result<BuildOptions> parse_build(const Arguments& arguments) {
  auto job = parse_job(arguments);
  if (!job) return job.failure();
  return BuildOptions{*std::move(job), arguments.has("dry-run")};
}

constinit const Command kBuildCommand = {
    .name = "build",
    .summary = "compile a workload's program with the center's toolchain",
    .description =
        "Compiles on the login node or in a job, as the profile says. The program is kept under a "
        "key of sources, backend, architecture and modules and is not compiled again. Prints its "
        "path; a Python backend is not compiled, so the path of its script is printed.\n\n"
        "A build job is sent once and waited for; each change is a line on stderr. Ctrl-C stops "
        "the waiting, not the job: the same command finds the job again and continues. The exit "
        "code is 1 if the program is missing two minutes after its job has ended, 5 if the queue "
        "has not answered for half an hour or the end of the job is unknown.",
    .examples = kBuildExamples,
    .arguments = kBuildArguments,
    .option_sets = {kPlaceOptions, kBuildOptions},
    .run = run_command<parse_build, run_build>,
};

}  // namespace gpujob
