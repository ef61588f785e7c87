// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "run/recover.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kStatusExamples = {{
    {"gpujob status", "every run that is not over"},
    {"gpujob status last", "the newest run"},
    {"gpujob status last --explain", "what its state follows from"},
    {"gpujob status 01JD --format json", "a run by a piece of its id, for a program"},
}};
constexpr std::array<ArgumentSpec, 1> kStatusArguments = {
    {{"RUN", "ids, unique pieces of ids, last or last~N; none: every run that is not over",
      Completes::Run, ArgumentSpec::Need::Many}}};

constexpr std::array<OptionSpec, 1> kStatusOptions = {
    {{.name = "explain", .help = "name the evidence that each state follows from"}}};

Json explained_json(const std::vector<RunGroup>& groups, bool explain) {
  Json list = run_list_json(groups);
  if (!explain) return list;
  std::size_t at = 0;
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) list[at++]["evidence"] = run.evidence;
  }
  return list;
}

/// Below the table: the evidence of every run, or of those that were named and went wrong.
void say_more(World& world, const std::vector<RunGroup>& groups, bool explain, bool named) {
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) {
      if (explain) world.out(evidence_text(run));
      const std::string failure = named ? failure_text(run) : "";
      if (!failure.empty()) world.err(run_line(run) + "\n" + failure);
    }
  }
}

struct StatusOptions : CommonOptions {
  bool explain = false;
};

StatusOptions parse_status(const Arguments& arguments) {
  return {parse_common(arguments), arguments.has("explain")};
}

CommandResult run_status(const StatusOptions& options, Session& session) {
  World& world = session.world;
  const bool named = !options.words.empty();
  RunLocator::LoadedRuns open;
  if (named) {
    auto found = session.runs.find(options.words);
    if (!found) return found.failure();
    open.groups = *std::move(found);
  } else {
    open = session.runs.open_runs();
  }
  std::vector<RunGroup>* const groups = &open.groups;

  Diagnostics problems;
  for (RunGroup& group : *groups) {
    append(problems, refresh_and_resend(world, *group.store, group.runs, Asking::OrAnother));
  }
  append(problems, session.runs.update_index(*groups));
  append(problems, open.unreadable);
  if (options.json) {
    Json document = json_document("status");
    document["runs"] = explained_json(*groups, options.explain);
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else {
    if (!groups->empty()) world.out(run_table(*groups, world.out_screen()));
    if (groups->empty() && open.unreadable.empty()) world.out("no open runs\n");
    say_more(world, *groups, options.explain, named);
  }
  print_diagnostics(world, problems);
  if (!open.unreadable.empty()) return status_of(ExitCode::Unknown);
  return status_of(named || has_errors(problems) ? exit_of(*groups, problems) : ExitCode::Done);
}

}  // namespace

constinit const Command kStatusCommand = {
    .name = "status",
    .summary = "how runs are doing",
    .description =
        "Asks the scheduler once for all runs. With RUN the exit code tells the state: 0 done, 1 "
        "failed or done without a right answer of every launch, 5 unknown, 8 "
        "pending or running. A scheduler that does not answer leaves the "
        "state as it was, and says so. A run whose submission had no clear answer, and of whose "
        "job "
        "three looks in a row over five minutes showed nothing, is sent again under its name, as "
        "'gpujob recover' does. The queue's answer may be one that another gpujob of yours "
        "got on this machine, no older than the center's shortest time between two questions. "
        "Below a named run that failed stand the evidence and what "
        "to do.",
    .examples = kStatusExamples,
    .arguments = kStatusArguments,
    .option_sets = {kStatusOptions, kJsonFormatOptions},
    .run = run_command<parse_status, run_status>,
};

}  // namespace gpujob
