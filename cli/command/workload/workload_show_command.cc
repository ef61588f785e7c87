// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "base/paths.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/workload/workload_text.h"
#include "jobs/request/inventory.h"
#include "jobs/session/data_files.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kWorkloadShowExamples = {{
    {"gpujob workload show integrate2d", "parameters, sizes, variants and work"},
    {"gpujob workload show integrate2d --format markdown", "its README"},
}};
constexpr std::array<ArgumentSpec, 1> kWorkloadShowArguments = {
    {{"WORKLOAD", "'gpujob workload list' lists them", Completes::Workload}}};
constexpr std::array<OptionSpec, 2> kWorkloadShowOptions = {
    {kProfilePathOption,
     {.name = "format",
      .value = "text|json|markdown",
      .help = "readable text (default), JSON for programs, or the workload's README",
      .completes = Completes::Choices,
      .group = "Output"}}};

struct WorkloadShowOptions : CommonOptions {
  bool readme = false;
};

WorkloadShowOptions parse_workload_show(const Arguments& arguments) {
  return {parse_common(arguments), arguments.value("format") == "markdown"};
}

CommandResult run_workload_show(const WorkloadShowOptions& options, World& world) {
  const DataFiles data_files(world, options.profile_path);
  const auto workload = data_files.workloads().find(options.words[0]);
  if (!workload) return workload.failure();
  RequestPaths paths;
  paths.libexec = libexec_directory(world);
  const auto programs = find_programs(world, *workload, paths, Describe::FromFile);
  if (!programs) return programs.failure();
  if (options.json) {
    Json document = json_document("workload-manifest");
    document["workload"] = workload_json(*workload);
    document["not_built"] = not_built_json(*programs);
    world.out(dump_json(document));
  } else if (options.readme) {
    world.out(workload_markdown(*workload));
  } else {
    world.out(workload_text(*workload, world.out_screen()) + not_built_text(*programs));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kWorkloadShowCommand = {
    .name = "workload show",
    .summary = "show what a workload computes and its settings",
    .description =
        "Variants of class P evaluate every point on its own. Class R uses a recurrence: less "
        "work, "
        "and errors that grow. 'gpujob compare' names the class of each group.",
    .examples = kWorkloadShowExamples,
    .arguments = kWorkloadShowArguments,
    .option_sets = {kWorkloadShowOptions},
    .run = run_command<parse_workload_show, run_workload_show>,
};

}  // namespace gpujob
