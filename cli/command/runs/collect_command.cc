// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "run/collect.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kCollectExamples = {
    {{"gpujob collect last", "check the newest run's reports and put them into the index"}}};
constexpr std::array<ArgumentSpec, 1> kCollectArguments = {
    {{"RUN", "ids, unique pieces of ids, last or last~N", Completes::Run,
      ArgumentSpec::Need::OneOrMore}}};

/// The reports of one run, as text and data.
struct Found {
  std::size_t reports = 0;
  std::size_t valid = 0;
  Diagnostics problems;
};

Result<Found> look_at(const World& world, const RunRecord& owner) {
  auto collected = collect(world, owner);
  if (!collected) return collected.failure();
  Found found;
  found.reports = collected->reports.size();
  for (const TimingReport& report : collected->reports) found.valid += report.valid ? 1 : 0;
  found.problems = std::move(collected->problems);
  return found;
}

std::string found_line(const RunRecord& owner, const Found& found) {
  const std::string wrong = found.valid == found.reports
                                ? ""
                                : format(", {} with a wrong answer", found.reports - found.valid);
  return format("run {}: {} of {} reports{}\n", owner.id, found.reports, launches_of(owner.plan),
                wrong);
}

ExitCode exit_for(const RunRecord& owner, const Found& found) {
  if (has_errors(found.problems) || found.valid < found.reports) return ExitCode::Failed;
  if (found.reports == static_cast<std::size_t>(launches_of(owner.plan))) return ExitCode::Done;
  return is_final(owner.state) ? ExitCode::Failed : ExitCode::Pending;
}

CommandResult run_collect(const CommonOptions& options, Session& session) {
  World& world = session.world;
  auto groups = session.runs.find(options.words);
  if (!groups) return groups.failure();

  ExitCode exit = ExitCode::Done;
  Json list = Json::array();
  for (RunGroup& group : *groups) {
    print_diagnostics(world, ask_accounts(world, *group.store, group.runs));
    for (RunRecord& owner : group.runs) {
      const auto found = look_at(world, owner);
      if (!found) return found.failure();
      if (exit == ExitCode::Done) exit = exit_for(owner, *found);
      print_diagnostics(world, found->problems);
      list.push_back({{"run", owner.id},
                      {"reports", found->reports},
                      {"valid", found->valid},
                      {"launches", launches_of(owner.plan)},
                      {"diagnostics", to_json(found->problems)}});
      if (!options.json) world.out(found_line(owner, *found));
    }
  }
  session.runs.update_index(*groups);
  if (options.json) {
    Json document = json_document("collected");
    document["runs"] = std::move(list);
    world.out(dump_json(document));
  }
  return status_of(exit);
}

}  // namespace

constinit const Command kCollectCommand = {
    .name = "collect",
    .summary = "check the reports of runs and index them",
    .description =
        "A report counts if it has the size and checksum that the job's own end marker states. "
        "The exit code is 0 if every launch has one, 8 if the run is not over, 1 otherwise.",
    .examples = kCollectExamples,
    .arguments = kCollectArguments,
    .option_sets = {kJsonFormatOptions},
    .run = run_command<parse_common, run_collect>,
};

}  // namespace gpujob
