// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "command/library.h"
#include "command/output.h"
#include "command/request_options.h"
#include "command/rows.h"
#include "command/workload_text.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> examples = {{
    {"gpujob workload show integrate2d", "its parameters, sizes, variants and work"},
    {"gpujob workload show integrate2d --format markdown", "its README"},
}};
constexpr std::array<ArgumentSpec, 1> workload_argument = {
    {{"WORKLOAD", "'gpujob workload list' lists them", Completes::Workload}}};
constexpr std::array<OptionSpec, 2> options = {
    {profile_path_option,
     {.name = "format",
      .value = "text|json|markdown",
      .help = "for people (default), for programs, or as the workload's README",
      .completes = Completes::Choices,
      .group = "Output"}}};

CommandResult run(const Arguments& arguments, World& world) {
  const Library library(world, arguments.values("profile-path"));
  const auto workload = library.workloads().find(arguments.positional()[0]);
  if (!workload) return workload.failure();
  const std::string form = arguments.value_or("format", "text");
  if (form == "json") {
    Json document = json_document("workload-manifest");
    document["workload"] = workload_json(*workload);
    world.out(dump_json(document));
  } else {
    world.out(form == "markdown" ? workload_markdown(*workload) : workload_text(*workload));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command workload_show_command = {
    .name = "workload show",
    .summary = "what a workload computes and what can be set",
    .description =
        "Class P of a variant: every point by its own evaluation. Class R: a "
        "recurrence, which does less work and is never compared with class P.",
    .examples = examples,
    .arguments = workload_argument,
    .option_sets = {options},
    .run = run,
};

}  // namespace gpujob
