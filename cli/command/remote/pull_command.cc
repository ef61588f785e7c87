// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kPullExamples = {{
    {"gpujob pull", "of every run at a center that is not over"},
    {"gpujob pull last", "of the newest run, over or not"},
}};
constexpr std::array<ArgumentSpec, 1> kPullArguments = {
    {{"RUN", "ids, unique pieces of ids, last or last~N; none: every run that is not over",
      Completes::Run, ArgumentSpec::Need::Many}}};

bool is_elsewhere(const RunRecord& run) {
  return run.endpoint.kind != EndpointKind::Ssh || !run.job;
}

CommandResult run_pull(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  RunLocator locator(world, *configuration);
  RunLocator::OpenRuns open;
  if (arguments.positional().empty()) {
    open = locator.open_runs();
  } else {
    auto found = locator.find(arguments.positional());
    if (!found) return found.failure();
    open.groups = *std::move(found);
  }
  Diagnostics problems = open.unreadable;
  ExitCode exit = problems.empty() ? ExitCode::Done : ExitCode::Unknown;
  Json list = Json::array();
  std::size_t runs = 0;
  for (RunGroup& group : open.groups) {
    std::erase_if(group.runs, is_elsewhere);
    for (RunRecord& run : group.runs) {
      ++runs;
      const auto pulled = locator.centers().pull(world, run);
      if (!pulled) {
        exit = std::max(exit, pulled.failure().exit);
        append(problems, pulled.failure().diagnostics);
        continue;
      }
      list.push_back({{"run", run.id},
                      {"files", pulled->files},
                      {"bytes", pulled->bytes},
                      {"kept", pulled->kept}});
      if (!wants_json(arguments)) {
        world.out(format("run {}: {} brought, {} here already\n", run.id,
                         count_of(pulled->files, "file"), pulled->kept));
      }
    }
    append(problems, refresh(world, *group.store, group.runs));
  }
  append(problems, update_index(world, locator, open.groups));
  if (wants_json(arguments)) {
    Json document = json_document("pulled");
    document["runs"] = std::move(list);
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else if (runs == 0) {
    world.out("no runs at centers to pull\n");
  }
  print_diagnostics(world, problems);
  return status_of(exit);
}

}  // namespace

constinit const Command kPullCommand = {
    .name = "pull",
    .summary = "bring reports and logs of runs from their centers",
    .description =
        "Each file is checked against the sum that the center gives and is written whole; what is "
        "here already is not brought again. 'status' and 'wait' bring the files of a run when it "
        "is over; 'pull' also brings what a running job has printed so far. Files above 32 MiB "
        "stay at the center.",
    .examples = kPullExamples,
    .arguments = kPullArguments,
    .option_sets = {kJsonFormatOptions},
    .run = run_pull,
};

}  // namespace gpujob
