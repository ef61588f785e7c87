// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "command/output.h"
#include "command/rows.h"
#include "command/run_text.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> examples = {
    {{"gpujob cancel last", "end the job of the newest run"}}};
constexpr std::array<ArgumentSpec, 1> run_argument = {
    {{"RUN", "ids, unique pieces of ids, or last", Completes::Run, ArgumentSpec::Need::OneOrMore}}};

CommandResult run(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  RunShelf shelf(world, *configuration);
  auto groups = shelf.find(arguments.positional());
  if (!groups) return groups.failure();

  Diagnostics problems;
  ExitCode exit = ExitCode::Done;
  for (RunGroup& group : *groups) {
    for (RunRecord& ended : group.runs) {
      auto after = cancel_run(world, *group.store, ended.id);
      if (after) {
        ended = *std::move(after);
      } else {
        exit = after.failure().exit;
        append(problems, after.failure().diagnostics);
      }
    }
  }
  update_index(world, shelf, *groups);
  if (wants_json(arguments)) {
    Json document = json_document("status");
    document["runs"] = run_list_json(*groups);
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else {
    for (const RunGroup& group : *groups) {
      for (const RunRecord& ended : group.runs) world.out(run_line(ended) + "\n");
    }
  }
  print_diagnostics(world, problems);
  return status_of(exit);
}

}  // namespace

constinit const Command cancel_command = {
    .name = "cancel",
    .summary = "end the jobs of runs",
    .description = "Asks the scheduler to end them, looks again, and says what it saw.",
    .examples = examples,
    .arguments = run_argument,
    .option_sets = {json_format_options},
    .run = run,
};

}  // namespace gpujob
