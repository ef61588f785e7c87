// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/memory_hints.h"
#include "base/paths.h"
#include "command/output.h"
#include "command/rows.h"
#include "command/run_shelf.h"
#include "report/foreign.h"
#include "report/measurement_line.h"
#include "run/line_import.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> examples = {{
    {"gpujob import runs.jsonl", "what 'gpujob export' wrote, here or at a center"},
    {"gpujob import here.jsonl there.jsonl", "of several centers, each line once"},
    {"gpujob import times.json --workload integrate2d", "what hyperfine wrote, marked foreign"},
}};
constexpr std::array<ArgumentSpec, 1> files_argument = {
    {{"FILE", "of gpujob export, a ReFrame performance log, or hyperfine --export-json",
      Completes::File, ArgumentSpec::Need::OneOrMore}}};
constexpr std::array<OptionSpec, 1> options = {
    {{.name = "workload",
      .value = "NAME",
      .help = "what the commands of a hyperfine file are taken for",
      .completes = Completes::Workload}}};

using Take = RunIndex::Take;

/// So many bytes tell what a file is.
constexpr std::size_t beginning_size = 4096;

/// The measurements of another tool as lines, and what was passed over to `problems`.
Result<std::vector<Measurement>> read_foreign(const World& world, const std::string& path,
                                              ResultFormat form, const std::string& workload,
                                              Diagnostics& problems) {
  auto text = world.read_file(path);
  if (!text) return text.failure();
  if (form == ResultFormat::Hyperfine && workload.empty()) {
    return Failure(ExitCode::Usage, path, "hyperfine knows no workload", "",
                   "say what its commands are with --workload NAME");
  }
  Result<ForeignResults> results = form == ResultFormat::Hyperfine
                                       ? read_hyperfine(*text, path, workload)
                                       : Result<ForeignResults>(read_reframe(*text));
  if (!results) return results.failure();
  for (const auto& [number, why] : results->passed_over) {
    problems.push_back(
        {"", Severity::Warning, format("{}:{}", path, number), "passed over", why, "", ""});
  }
  return std::move(results->measurements);
}

Status feed_lines(const World& world, const std::string& path, const Take& take) {
  return for_each_line(world, path, take);
}

Result<RunIndex::Imported> import_file(World& world, RunIndex& index, const std::string& path,
                                       const std::string& workload, Diagnostics& problems) {
  if (world.kind(path) != FileKind::File) {
    return Failure(ExitCode::Usage, path, "no such file");
  }
  const auto beginning = world.read_range(path, 0, beginning_size);
  if (!beginning) return beginning.failure();
  const ResultFormat form = result_format(*beginning);
  if (form == ResultFormat::Unknown) {
    return Failure(
        ExitCode::Invalid, path, "this is none of the results that can be imported",
        "neither lines of gpujob export, a ReFrame performance log nor hyperfine's JSON");
  }
  if (form == ResultFormat::Measurements) {
    return index.import(path, [&](const Take& take) { return feed_lines(world, path, take); });
  }
  const auto measurements = read_foreign(world, path, form, workload, problems);
  if (!measurements) return measurements.failure();
  return index.import("", [&](const Take& take) -> Status {
    for (const Measurement& measurement : *measurements) {
      if (const Status done = take(measurement_line(measurement)); !done) return done;
    }
    return {};
  });
}

CommandResult run(const Arguments& arguments, World& world) {
  expect_much_memory();
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  RunShelf shelf(world, *configuration);
  auto index = shelf.index();
  if (!index) return index.failure();
  bool damaged = false;
  for (const std::string& path : arguments.positional()) {
    Diagnostics problems;
    const auto imported =
        import_file(world, *index, path, arguments.value_or("workload", ""), problems);
    if (!imported) return imported.failure();
    for (const auto& [line, problem] : imported->damaged) {
      problems.push_back(
          {"", Severity::Error, format("{}:{}", path, line), "line is damaged", problem, "", ""});
    }
    damaged = damaged || has_errors(problems);
    print_diagnostics(world, problems);
    world.out(format("{}: {} imported, {} known already, {} damaged\n", path, imported->added,
                     imported->known, imported->damaged.size()));
  }
  return status_of(damaged ? ExitCode::Failed : ExitCode::Done);
}

}  // namespace

constinit const Command import_command = {
    .name = "import",
    .summary = "measurements of other machines and tools",
    .description =
        "Adds what is not known yet; a run is known by its id, so importing a file twice changes "
        "nothing. A damaged line is named with its number, the others are imported, and the exit "
        "code is 1. Results of ReFrame and hyperfine are marked as foreign: compare shows them "
        "only "
        "with --with foreign.",
    .examples = examples,
    .arguments = files_argument,
    .option_sets = {options},
    .run = run,
};

}  // namespace gpujob
