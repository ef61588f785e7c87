// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/index_list.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/runs/follow_run.h"
#include "command/runs/run_text.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kLogsExamples = {{
    {"gpujob logs last", "what the newest run's job wrote to its standard output"},
    {"gpujob logs last --err", "to its standard error"},
    {"gpujob logs last -f", "as it is written, until the run is over"},
    {"gpujob logs last --task 3", "what task 3 of a job array wrote"},
}};
constexpr std::array<ArgumentSpec, 1> kLogsArguments = {
    {{"RUN", "an id, a unique piece of one, last or last~N", Completes::Run}}};
constexpr std::array<OptionSpec, 3> kLogsOptions = {
    {{.name = "follow", .letter = 'f', .help = "go on until the run is over"},
     {.name = "task", .value = "INDEX", .help = "of a job array: this task"},
     {.name = "err", .help = "standard error instead of standard output"}}};

Failure following_ended(const RunRecord& owner) {
  return {ExitCode::Pending, "gpujob logs", "interrupted", "the job keeps running",
          format("'gpujob logs {} -f' goes on following", owner.id)};
}

Failure no_longer_followed(const RunRecord& owner) {
  return {ExitCode::Unknown, "gpujob logs", "this machine cannot ask",
          format("run {} was not over when last asked", owner.id),
          "follow it on the machine that sent it"};
}

/// Ends where 'wait' does.
CommandResult follow(World& world, RunGroup& group, const std::string& ending,
                     std::optional<int> task) {
  std::vector<Tail> tails = {Tail(world, ending, Tail::To::Out)};
  const auto followed = follow_run(world, group, tails, task);
  if (!followed) return followed.failure();
  const auto owner = run_or_task(world, group.runs[0], task);
  if (!owner) return owner.failure();
  if (*followed == Followed::OutOfReach) {
    if (owner->endpoint.kind == EndpointKind::Ssh) return out_of_reach("gpujob logs", {*owner});
    return no_longer_followed(*owner);
  }
  if (*followed == Followed::Interrupted) return following_ended(*owner);
  world.err(run_line(*owner) + "\n" + failure_text(*owner));
  return status_of(exit_of(owner->state));
}

/// An index may be 0.
Result<std::optional<int>> task_of(const Arguments& arguments) {
  const auto text = arguments.value("task");
  if (!text) return std::optional<int>();
  const auto index = parse_integer(*text);
  if (index && *index <= kMostIndex) return std::optional(static_cast<int>(*index));
  return Failure{ExitCode::Usage, "option '--task'",
                 format("'{}' is not the index of a task", printable(*text))};
}

/// The end of the standard error of a run that failed, on stderr.
void show_errors(World& world, const RunRecord& owner) {
  constexpr std::size_t kShown = 20;
  const auto path = log_of(world, owner, ".err");
  if (!path || path->empty()) return;
  const auto text = world.read_file(*path);
  if (!text) return;
  const auto all = lines(*text);
  if (all.empty()) return;
  const std::size_t first = all.size() > kShown ? all.size() - kShown : 0;
  world.err(format("==> standard error of run {}{} <==\n", owner.id,
                   first == 0 ? "" : format(", last {} of {} lines", kShown, all.size())));
  for (std::size_t i = first; i < all.size(); ++i) world.err(printable(all[i]) + "\n");
}

Failure no_output(const RunRecord& run) {
  const std::string where = format("run {}", run.id);
  if (is_final(run.state)) {
    return {ExitCode::Failed, where, "no output", to_string(run.state),
            format("'gpujob status {} --explain' shows why", run.id)};
  }
  return {ExitCode::Pending, where, "no output yet", to_string(run.state),
          format("'gpujob logs {} -f' waits for it", run.id)};
}

CommandResult run_logs(const Arguments& arguments, World& world) {
  auto session = open_session(world, arguments);
  if (!session) return session.failure();
  auto group = session->runs.find_one(arguments.positional()[0]);
  if (!group) return group.failure();
  const auto task = task_of(arguments);
  if (!task) return task.failure();
  const auto found = run_or_task(world, group->runs[0], *task);
  if (!found) return found.failure();
  const RunRecord& owner = *found;
  const std::string ending = arguments.has("err") ? ".err" : ".out";
  if (arguments.has("follow")) return follow(world, *group, ending, *task);

  const Result<std::string> path = log_of(world, owner, ending);
  if (!path) return path.failure();
  if (path->empty()) return no_output(owner);
  Tail tail(world, ending, Tail::To::Out);
  if (auto done = tail.print_new(owner); !done) return done.failure();
  tail.end();
  if (owner.state == RunState::Failed && !arguments.has("err")) {
    show_errors(world, owner);
    world.err(run_line(owner) + "\n" + failure_text(owner));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kLogsCommand = {
    .name = "logs",
    .summary = "what a run's job printed",
    .description = "Ctrl-C ends the following and leaves the job alone.",
    .examples = kLogsExamples,
    .arguments = kLogsArguments,
    .option_sets = {kLogsOptions},
    .run = run_logs,
};

}  // namespace gpujob
