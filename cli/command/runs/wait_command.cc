// SPDX-License-Identifier: MIT
#include <set>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "command/runs/wait_options.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kWaitExamples = {{
    {"gpujob wait last", "until the newest run is over"},
    {"gpujob wait last --timeout 2h && gpujob report last", "at most two hours, then its report"},
}};
constexpr std::array<ArgumentSpec, 1> kWaitArguments = {
    {{"RUN", "ids, unique pieces of ids, last or last~N", Completes::Run,
      ArgumentSpec::Need::OneOrMore}}};
constexpr std::array<OptionSpec, 2> kWaitOptions = {
    {{.name = "timeout", .value = "TIME", .help = "give up after 30s, 5m, 2h: exit code 8"},
     kJsonFormatOption}};

/// Ctrl-C ends the waiting, never the jobs.
Failure waiting_ended(const std::vector<RunGroup>& groups) {
  std::vector<std::string> ids;
  for (const RunGroup& group : groups) {
    for (const RunRecord& waited : group.runs) {
      if (!is_final(waited.state)) ids.push_back(waited.id);
    }
  }
  const bool one = ids.size() == 1;
  return {ExitCode::Pending, "gpujob wait", "interrupted",
          one ? "the job keeps running" : "the jobs keep running",
          format("'gpujob wait {}' goes on waiting, 'gpujob cancel' ends {}", join(ids, " "),
                 one ? "it" : "them")};
}

/// Says each change once: what is over on stdout, what goes on on stderr. For programs that read
/// JSON stdout is kept for the document.
class Teller {
 public:
  Teller(World& world, bool as_json) : world_(world), as_json_(as_json) {}

  void tell(const RunRecord& seen) {
    if (as_json_ || !is_final(seen.state)) {
      world_.err(run_line(seen) + "\n");
    } else if (told_.insert(seen.id).second) {
      world_.out(run_line(seen) + "\n");
      world_.err(failure_text(seen));
    }
  }

 private:
  World& world_;
  bool as_json_;
  std::set<std::string> told_;
};

Status wait_for_all(Session& session, std::vector<RunGroup>& groups, Seconds limit,
                    Teller& teller) {
  World& world = session.world;
  const auto begin = world.now();
  const WatchNews news{[&](const RunRecord& seen) { teller.tell(seen); },
                       news_for(*session.listener).problem};
  for (RunGroup& group : groups) {
    Seconds left = limit;
    if (limit.count() > 0) {
      left -= std::chrono::duration_cast<Seconds>(world.now() - begin);
      left = std::max(left, Seconds(1));
    }
    auto waited = wait_for(world, *group.store, group.runs, left, news);
    if (!waited) return waited;
  }
  return Status{};
}

CommandResult run_wait(const WaitOptions& options, Session& session) {
  World& world = session.world;
  auto groups = session.runs.find(options.words);
  if (!groups) return groups.failure();

  Teller teller(world, options.json);
  world.progress("waiting for " + count_of(options.words.size(), "run"));
  const auto waited = wait_for_all(session, *groups, options.timeout, teller);
  world.progress("");
  const Diagnostics problems = session.runs.update_index(*groups);
  if (!waited && world.interrupted() != 0) return waiting_ended(*groups);
  if (!waited) return waited.failure();
  if (options.json) {
    Json document = json_document("status");
    document["runs"] = run_list_json(*groups);
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else {
    for (const RunGroup& group : *groups) {
      for (const RunRecord& ended : group.runs) teller.tell(ended);
    }
  }
  print_diagnostics(world, problems);
  return status_of(exit_of(*groups, problems));
}

}  // namespace

Result<WaitOptions> parse_wait(const Arguments& arguments) {
  const auto timeout = arguments.interval("timeout");
  if (!timeout) return timeout.failure();
  return WaitOptions{parse_common(arguments), timeout->value_or(Seconds(0))};
}

constinit const Command kWaitCommand = {
    .name = "wait",
    .summary = "wait until runs are over",
    .description =
        "Asks the scheduler rarely, and never more often than its center allows. Each change is a "
        "line on stderr. Ctrl-C ends the waiting and leaves the jobs alone. The exit code is 0 if "
        "every run is done, 1 if one failed or has a launch without a right answer, "
        "8 after --timeout.",
    .examples = kWaitExamples,
    .arguments = kWaitArguments,
    .option_sets = {kWaitOptions},
    .run = run_command<parse_wait, run_wait>,
};

}  // namespace gpujob
