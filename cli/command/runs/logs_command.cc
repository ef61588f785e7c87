// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/index_list.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "jobs/send/follow_run.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 5> kLogsExamples = {{
    {"gpujob logs last", "what the newest run's job wrote to its standard output"},
    {"gpujob logs last --err", "to its standard error"},
    {"gpujob logs last -f", "as it is written, until the run is over"},
    {"gpujob logs last last~1 -f", "of two runs, each piece under the run's heading"},
    {"gpujob logs last --task 3", "what task 3 of a job array wrote"},
}};
constexpr std::array<ArgumentSpec, 1> kLogsArguments = {
    {{"RUN", "ids, unique pieces of ids, last or last~N", Completes::Run,
      ArgumentSpec::Need::OneOrMore}}};
constexpr std::array<OptionSpec, 3> kLogsOptions = {
    {{.name = "follow", .letter = 'f', .help = "go on until the runs are over"},
     {.name = "task", .value = "INDEX", .help = "of a job array: this task"},
     {.name = "err", .help = "standard error instead of standard output"}}};

Failure following_ended(const std::vector<RunRecord>& left) {
  std::vector<std::string> ids;
  for (const RunRecord& run : left) ids.push_back(run.id);
  return {ExitCode::Pending, "gpujob logs", "interrupted",
          ids.size() == 1 ? "the job keeps running" : "the jobs keep running",
          format("'gpujob logs {} -f' goes on following", join(ids, " "))};
}

/// Ends where 'wait' does.
CommandResult follow(Session& session, std::vector<RunGroup>& groups, const MakeTails& tails,
                     std::optional<int> task) {
  World& world = session.world;
  const auto followed = follow_runs(session, groups, tails, task);
  if (!followed) return followed.failure();
  std::vector<RunRecord> left;
  ExitCode exit = ExitCode::Done;
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) {
      auto owner = run_or_task(world, run, task);
      if (!owner) return owner.failure();
      if (*followed != Followed::Over && !is_final(owner->state)) {
        left.push_back(*std::move(owner));
        continue;
      }
      world.err(run_line(*owner) + "\n" + failure_text(*owner));
      exit = std::max(exit, exit_of(owner->state));
    }
  }
  if (*followed == Followed::OutOfReach) return out_of_reach("gpujob logs", left);
  if (*followed == Followed::Interrupted) return following_ended(left);
  return status_of(exit);
}

struct LogsOptions : CommonOptions {
  std::string ending;       ///< of the files: ".out", ".err"
  std::optional<int> task;  ///< may be 0
  bool follow = false;
};

Result<LogsOptions> parse_logs(const Arguments& arguments) {
  LogsOptions options{
      parse_common(arguments), arguments.has("err") ? ".err" : ".out", {}, arguments.has("follow")};
  const auto text = arguments.value("task");
  if (!text) return options;
  const auto index = parse_integer(*text);
  if (!index || *index > kMostIndex) {
    return Failure{ExitCode::Usage, "option '--task'",
                   format("'{}' is not the index of a task", printable(*text))};
  }
  options.task = static_cast<int>(*index);
  return options;
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

/// What one run has written.
CommandResult show(World& world, const RunRecord& owner, const std::string& ending, Tail tail) {
  const Result<std::string> path = log_of(world, owner, ending);
  if (!path) return path.failure();
  if (path->empty()) return no_output(owner);
  if (auto done = tail.show_new(owner); !done) return done.failure();
  tail.end();
  if (owner.state == RunState::Failed && ending == ".out") {
    show_errors(world, owner);
    world.err(run_line(owner) + "\n" + failure_text(owner));
  }
  return status_of(ExitCode::Done);
}

/// What each has written; those without output are said on stderr.
CommandResult show_all(World& world, const std::vector<RunGroup>& groups, const std::string& ending,
                       const ShowOutput& show_output) {
  ExitCode exit = ExitCode::Done;
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) {
      const auto owner = run_or_task(world, run, {});
      if (!owner) return owner.failure();
      const CommandResult shown = show(world, *owner, ending, Tail(world, ending, show_output));
      if (shown) continue;
      print_diagnostics(world, shown.failure().diagnostics);
      exit = std::max(exit, shown.failure().exit);
    }
  }
  return status_of(exit);
}

CommandResult run_logs(const LogsOptions& options, Session& session) {
  World& world = session.world;
  auto groups = session.runs.find(options.words);
  if (!groups) return groups.failure();
  const bool several = groups->size() > 1 || groups->front().runs.size() > 1;
  if (several && options.task) {
    return Failure{ExitCode::Usage, "option '--task'", "is for one run", "several are given",
                   "call 'gpujob logs' for each"};
  }
  const std::string& ending = options.ending;
  std::string shown;  // the run whose output came last
  const ShowOutput show_output = [&](const std::string& run, const std::string& text) {
    // Of several runs each piece stands under a heading, as `tail` has it.
    if (several && run != shown)
      world.out(format("{}==> run {} <==\n", shown.empty() ? "" : "\n", run));
    shown = run;
    world.out(text);
  };
  if (options.follow) {
    const auto tails = [&] { return std::vector{Tail(world, ending, show_output)}; };
    return follow(session, *groups, tails, options.task);
  }
  if (several) return show_all(world, *groups, ending, show_output);
  const auto owner = run_or_task(world, groups->front().runs.front(), options.task);
  if (!owner) return owner.failure();
  return show(world, *owner, ending, Tail(world, ending, show_output));
}

}  // namespace

constinit const Command kLogsCommand = {
    .name = "logs",
    .summary = "what a run's job printed",
    .description =
        "Of several runs each piece stands under the run's heading. Ctrl-C ends the following and "
        "leaves the jobs alone.",
    .examples = kLogsExamples,
    .arguments = kLogsArguments,
    .option_sets = {kLogsOptions},
    .run = run_command<parse_logs, run_logs>,
};

}  // namespace gpujob
