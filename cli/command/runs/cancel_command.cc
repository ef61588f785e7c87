// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kCancelExamples = {
    {{"gpujob cancel last", "end the job of the newest run"}}};
constexpr std::array<ArgumentSpec, 1> kCancelArguments = {
    {{"RUN", "ids, unique pieces of ids, last or last~N", Completes::Run,
      ArgumentSpec::Need::OneOrMore}}};

/// What could not be ended, and the exit status that tells of it.
struct Left {
  Diagnostics problems;
  ExitCode exit = ExitCode::Done;
  bool any_ended = false;

  /// Of several failures that counts which leaves most open: what is unknown.
  void take(const Failure& failure) {
    exit = std::max(exit, failure.exit);
    append(problems, failure.diagnostics);
  }
  /// A run that had ended is not a failure if others are ended now.
  void take_over(const Failure& failure) {
    Diagnostics said = failure.diagnostics;
    for (Diagnostic& one : said) one.severity = Severity::Note;
    append(problems, said);
  }
};

/// Asks for the end of each run and keeps what it is afterwards.
Left end_runs(World& world, std::vector<RunGroup>& groups) {
  Left left;
  std::vector<Failure> over;
  for (RunGroup& group : groups) {
    std::vector<std::string> ids;
    for (const RunRecord& run : group.runs) ids.push_back(run.id);
    std::vector<Result<RunRecord>> results = cancel_runs(world, *group.store, ids);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      RunRecord& ended = group.runs[i];
      Result<RunRecord>& after = results[i];
      if (after) {
        ended = *std::move(after);
        left.any_ended = true;
        continue;
      }
      // It was polled all the same.
      if (auto now = group.store->load(ended.id)) ended = *std::move(now);
      if (after.failure().exit == ExitCode::Usage) {
        over.push_back(after.failure());
      } else {
        left.take(after.failure());
      }
    }
  }
  const bool none_else = !left.any_ended && left.problems.empty();
  for (const Failure& one : over) {
    if (none_else) {
      left.take(one);
    } else {
      left.take_over(one);
    }
  }
  return left;
}

CommandResult run_cancel(const CommonOptions& options, Session& session) {
  World& world = session.world;
  auto groups = session.runs.find(options.words);
  if (!groups) return groups.failure();

  const Left left = end_runs(world, *groups);
  session.runs.update_index(*groups);
  if (options.json) {
    Json document = json_document("status");
    document["runs"] = run_list_json(*groups);
    document["diagnostics"] = to_json(left.problems);
    world.out(dump_json(document));
  } else {
    for (const RunGroup& group : *groups) {
      for (const RunRecord& ended : group.runs) world.out(run_line(ended) + "\n");
    }
  }
  print_diagnostics(world, left.problems);
  return status_of(left.exit);
}

}  // namespace

constinit const Command kCancelCommand = {
    .name = "cancel",
    .summary = "end the jobs of runs",
    .description =
        "Asks the scheduler to end them, looks again, and says what it saw. A run that is over "
        "already stays as it is, with a note; where all of them are, the exit code is 2. It is 4 "
        "if the scheduler refused to end one, 5 if the state of one is unknown. A run of which no "
        "job is known is not sent again.",
    .examples = kCancelExamples,
    .arguments = kCancelArguments,
    .option_sets = {kJsonFormatOptions},
    .run = run_command<parse_common, run_cancel>,
};

}  // namespace gpujob
