// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/runs/run_text.h"
#include "run/submit.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kRecoverExamples = {{
    {"gpujob recover", "every run whose submission had no clear answer"},
    {"gpujob recover last", "the newest run"},
}};
constexpr std::array<ArgumentSpec, 1> kRecoverArguments = {
    {{"RUN", "ids, unique pieces of ids, or last; without: every run in doubt", Completes::Run,
      ArgumentSpec::Need::Many}}};

/// The named runs, or those that are open and have no job.
Result<RunLocator::LoadedRuns> runs_in_doubt(RunLocator& locator, const Arguments& arguments) {
  if (arguments.positional().empty()) {
    RunLocator::LoadedRuns open = locator.open_runs();
    for (RunGroup& group : open.groups) {
      std::erase_if(group.runs, [](const RunRecord& run) {
        return run.job.has_value() || run.state != RunState::Unknown;
      });
    }
    std::erase_if(open.groups, [](const RunGroup& group) { return group.runs.empty(); });
    return open;
  }
  auto named = locator.find(arguments.positional());
  if (!named) return named.failure();
  return RunLocator::LoadedRuns{*std::move(named), {}};
}

CommandResult run_recover(const Arguments& arguments, World& world) {
  auto session = open_session(world, arguments);
  if (!session) return session.failure();
  auto doubtful = runs_in_doubt(session->runs, arguments);
  if (!doubtful) return doubtful.failure();
  Diagnostics problems = doubtful->unreadable;
  ExitCode exit = problems.empty() ? ExitCode::Done : ExitCode::Unknown;
  for (RunGroup& group : doubtful->groups) {
    for (RunRecord& run : group.runs) {
      Diagnostics more;
      auto recovered = recover_run(world, *group.store, run.id, more);
      append(problems, more);
      if (recovered) {
        run = *std::move(recovered);
        if (run.state == RunState::Vanished) exit = std::max(exit, ExitCode::Unknown);
        continue;
      }
      exit = std::max(exit, recovered.failure().exit);
      append(problems, recovered.failure().diagnostics);
      if (auto now = group.store->load(run.id)) run = *std::move(now);
    }
  }
  append(problems, session->runs.update_index(doubtful->groups));
  if (wants_json(arguments)) {
    Json document = json_document("status");
    document["runs"] = run_list_json(doubtful->groups);
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else if (doubtful->groups.empty() && problems.empty()) {
    world.out("no run is in doubt\n");
  } else {
    world.out(run_table(doubtful->groups, world.out_screen()));
  }
  print_diagnostics(world, problems);
  return status_of(exit);
}

}  // namespace

constinit const Command kRecoverCommand = {
    .name = "recover",
    .summary = "resolve submissions that had no clear answer",
    .description =
        "Looks for the run's job by its name until it is found, or until three look-ups over at "
        "least a minute were answered without it. Then the job is sent again under the same name, "
        "at most twice; if several were taken after all, one of them works and the others end at "
        "once. The exit code is 0 if every run has a job, 4 if the scheduler refused one, 5 if one "
        "is still in doubt or its job has vanished. Ctrl-C is safe.",
    .examples = kRecoverExamples,
    .arguments = kRecoverArguments,
    .option_sets = {kJsonFormatOptions},
    .run = run_recover,
};

}  // namespace gpujob
