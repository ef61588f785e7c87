// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "command/output.h"
#include "command/report_format.h"
#include "command/rows.h"
#include "command/run_text.h"
#include "report/compare.h"
#include "run/collect.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> examples = {{
    {"gpujob compare integrate2d", "every site and GPU side by side"},
    {"gpujob compare integrate2d --by variant --phase total", "variants, with copies and set-up"},
}};
constexpr std::array<ArgumentSpec, 1> workload_argument = {
    {{"WORKLOAD", "reports of this workload", Completes::Workload}}};
constexpr std::array<OptionSpec, 4> options = {
    {{.name = "by",
      .value = "KEYS",
      .help = "site,cluster,gpu,variant,backend,precision,date,run (site,gpu)"},
     {.name = "baseline", .value = "GROUP", .help = "the group that others are set against"},
     {.name = "phase",
      .value = "kernel|total|h2d|d2h",
      .help = "which time; default: kernel, or total where the data is on the host",
      .completes = Completes::Choices},
     report_format_option}};

CompareOptions options_of(const Arguments& arguments) {
  CompareOptions wanted;
  wanted.workload = arguments.positional()[0];
  wanted.baseline = arguments.value_or("baseline", "");
  wanted.phase = arguments.value_or("phase", wanted.phase);
  if (const auto keys = arguments.value("by")) {
    wanted.by.clear();
    for (const std::string_view key : split(*keys, ',')) wanted.by.emplace_back(trim(key));
  }
  return wanted;
}

/// Every report of the workload's runs that the index knows.
Result<std::vector<TimingReport>> reports_of(World& world, RunShelf& shelf,
                                             const std::string& workload) {
  auto index = shelf.index();
  if (!index) return index.failure();
  RunFilter filter;
  filter.workload = workload;
  const auto rows = index->find(filter);
  if (!rows) return rows.failure();
  std::vector<TimingReport> reports;
  for (const RunRow& row : *rows) {
    const RunStore& store = shelf.store_in(row.directory.substr(0, row.directory.rfind('/')));
    auto owner = store.load(row.id);
    if (!owner) continue;  // its directory was deleted
    auto collected = collect(world, *owner);
    if (!collected) return collected.failure();
    for (TimingReport& report : collected->reports) reports.push_back(std::move(report));
  }
  return reports;
}

CommandResult run(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  RunShelf shelf(world, *configuration);
  const CompareOptions wanted = options_of(arguments);
  const auto reports = reports_of(world, shelf, wanted.workload);
  if (!reports) return reports.failure();
  if (reports->empty()) {
    return Failure{ExitCode::Failed, format("workload '{}'", wanted.workload),
                   "no reports to compare", "",
                   "'gpujob runs' lists what was run, 'gpujob submit' runs it"};
  }
  const auto comparison = compare(*reports, wanted);
  if (!comparison) return comparison.failure();
  const OutputFormat form = report_format(arguments);
  world.out(with_version(write_comparison(*comparison, form), form));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command compare_command = {
    .name = "compare",
    .summary = "reports side by side, with honest intervals",
    .description =
        "Only reports of the same workload, parameters and precision, and only right answers. "
        "What does not fit is listed with its reason. 'faster' is said only where the interval "
        "of the ratio leaves no doubt.",
    .examples = examples,
    .arguments = workload_argument,
    .option_sets = {options},
    .run = run,
};

}  // namespace gpujob
