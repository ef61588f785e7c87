// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/results/report_format.h"
#include "command/runs/run_text.h"
#include "run/collect.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kReportExamples = {{
    {"gpujob report last", "what the newest run measured"},
    {"gpujob report last --format json", "with every raw sample"},
}};
constexpr std::array<ArgumentSpec, 1> kReportArguments = {
    {{"RUN", "an id, a unique piece of one, last or last~N", Completes::Run}}};

Failure no_report(const RunRecord& owner, const Diagnostics& problems) {
  const std::string where = format("run {}", owner.id);
  const std::string state = owner.detail.empty()
                                ? to_string(owner.state)
                                : format("{}, {}", to_string(owner.state), owner.detail);
  if (!is_final(owner.state)) {
    return {ExitCode::Pending, where, "no report yet", state, format("'gpujob wait {}'", owner.id)};
  }
  if (has_errors(problems)) return {ExitCode::Failed, where, "no report that counts", state};
  return {ExitCode::Failed, where, "no report", state,
          format("'gpujob logs {} --err' shows what the job said", owner.id)};
}

/// What was imported has no directory here, but it is known.
Failure unless_imported(RunLocator& shelf, const std::string& word, Failure unknown) {
  if (unknown.exit != ExitCode::Usage) return unknown;
  auto index = shelf.index();
  if (!index) return unknown;
  bool known = false;
  const Status read =
      index->each("", [&](const Measurement& one) { known = known || one.run == word; });
  if (!read || !known) return unknown;
  return {
      ExitCode::Usage, format("run '{}'", word), "was imported",
      "only its measurements are here, no report",
      format("'gpujob export --where run={}' shows them, 'gpujob compare' compares them", word)};
}

CommandResult run_report(const CommonOptions& options, Session& session) {
  World& world = session.world;
  RunLocator& shelf = session.runs;
  auto group = shelf.find_one(options.words[0]);
  if (!group) return unless_imported(shelf, options.words[0], group.failure());
  // The run may not have been waited for, or its state could not be kept.
  print_diagnostics(world, refresh_here(world, *group->store, group->runs));
  const RunRecord& owner = group->runs[0];

  const auto collected = collect(world, owner);
  if (!collected) return collected.failure();
  print_diagnostics(world, collected->problems);
  if (collected->reports.empty()) return no_report(owner, collected->problems);
  const OutputFormat form = report_format(options.form);
  world.out(with_version(write_reports(collected->reports, form, world.out_screen()), form));
  for (const TimingReport& report : collected->reports) {
    if (!report.valid) return status_of(ExitCode::Failed);
  }
  return status_of(has_errors(collected->problems) ? ExitCode::Failed : ExitCode::Done);
}

}  // namespace

constinit const Command kReportCommand = {
    .name = "report",
    .summary = "what a run measured",
    .description =
        "Cold start, warm total and kernel as three times, where the data are, and what the check "
        "of the answer took; spread and rate, what fraction of the device's ceiling that is, and "
        "on "
        "what it ran. A wrong answer gives no rate and exit code 1.",
    .examples = kReportExamples,
    .arguments = kReportArguments,
    .option_sets = {kReportFormatOptions},
    .run = run_command<parse_common, run_report>,
};

}  // namespace gpujob
