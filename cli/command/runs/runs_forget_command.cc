// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "run/attempt.h"
#include "run/end_marker.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kForgetExamples = {{
    {"gpujob runs forget 01JD", "show what would be removed"},
    {"gpujob runs forget 01JD --yes", "remove the run with its results"},
}};
constexpr std::array<ArgumentSpec, 1> kForgetArguments = {
    {{"RUN", "ids, unique pieces of ids, last or last~N", Completes::Run,
      ArgumentSpec::Need::OneOrMore}}};
constexpr std::array<OptionSpec, 1> kForgetOptions = {
    {{.name = "yes", .help = "remove what is shown"}}};

/// A run that is not over may still write into its directory; then nothing is removed at all.
Status check_over(const std::vector<RunGroup>& groups) {
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) {
      if (is_final(run.state)) continue;
      return Failure(ExitCode::Usage, format("run {}", run.id), "has not ended",
                     format("it is {}", to_string(run.state)),
                     format("'gpujob cancel {}' ends it", run.id));
    }
  }
  return {};
}

/// "…/01J…: 12 entries, done"
Result<std::string> forget_line(const World& world, const RunRecord& run) {
  const auto names = world.list(run.directory);
  if (!names) return names.failure();
  const std::size_t reports =
      static_cast<std::size_t>(std::count_if(names->begin(), names->end(), is_report_name));
  return format("{}: {}, {} files, {} of them reports\n", printable(run.directory),
                to_string(run.state), names->size(), reports);
}

/// An array goes with the last of its runs.
Status forget_array(World& world, const std::string& directory) {
  const auto runs = runs_in_array(world, directory);
  if (!runs) return runs.failure();
  return runs->empty() ? world.remove_tree(directory) : Status{};
}

Status forget(World& world, RunLocator& locator, const std::vector<RunGroup>& groups) {
  std::set<std::string> arrays;
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) {
      if (run.plan.array_task) arrays.insert(submission_directory(run));
      if (const Status removed = world.remove_tree(run.directory); !removed) return removed;
    }
  }
  for (const std::string& directory : arrays) {
    if (const Status removed = forget_array(world, directory); !removed) return removed;
  }
  auto index = locator.bare_index();
  if (!index) return index.failure();
  const auto made = index->rebuild();
  return made ? Status{} : Status(made.failure());
}

struct ForgetOptions : CommonOptions {
  bool remove = false;
};

ForgetOptions parse_forget(const Arguments& arguments) {
  return {parse_common(arguments), arguments.has("yes")};
}

CommandResult run_forget(const ForgetOptions& options, Session& session) {
  World& world = session.world;
  auto groups = session.runs.find(options.words);
  if (!groups) return groups.failure();
  for (RunGroup& group : *groups) {
    print_diagnostics(world, refresh(world, *group.store, group.runs));
  }
  if (auto over = check_over(*groups); !over) return over.failure();
  for (const RunGroup& group : *groups) {
    for (const RunRecord& run : group.runs) {
      const auto line = forget_line(world, run);
      if (!line) return line.failure();
      world.out(*line);
    }
  }
  if (!options.remove) {
    world.err("note: nothing was removed; with --yes these are gone for good\n");
    return status_of(ExitCode::Done);
  }
  if (const auto done = forget(world, session.runs, *groups); !done) return done.failure();
  std::size_t count = 0;
  for (const RunGroup& group : *groups) count += group.runs.size();
  world.out(format("forgot {}\n", count_of(count, "run")));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kRunsForgetCommand = {
    .name = "runs forget",
    .summary = "remove runs that are over, with their results",
    .description =
        "Shows the directories; with --yes they are removed, and the index is made anew. A run "
        "that has not ended is refused: the exit code is 2 and nothing is removed.",
    .examples = kForgetExamples,
    .arguments = kForgetArguments,
    .option_sets = {kForgetOptions},
    .run = run_command<parse_forget, run_forget>,
};

}  // namespace gpujob
