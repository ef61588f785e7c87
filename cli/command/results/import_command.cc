// SPDX-License-Identifier: MIT
#include <set>

#include "base/format.h"
#include "base/memory_hints.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "jobs/session/run_locator.h"
#include "report/foreign.h"
#include "report/measurement_line.h"
#include "run/bundle_import.h"
#include "store/line_import.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kImportExamples = {{
    {"gpujob import runs.jsonl", "what 'gpujob export' wrote, here or at a center"},
    {"gpujob import here.jsonl there.jsonl", "of several centers, each line once"},
    {"gpujob import BUNDLE", "what the runs of 'gpujob script --bundle' measured"},
    {"gpujob import times.json --workload integrate2d", "what hyperfine wrote, marked foreign"},
}};
constexpr std::array<ArgumentSpec, 1> kImportArguments = {
    {{"FILE",
      "exports, reports, folders of reports, ReFrame logs, hyperfine's JSON; - for standard input",
      Completes::File, ArgumentSpec::Need::OneOrMore}}};
constexpr std::array<OptionSpec, 1> kImportOptions = {
    {{.name = "workload",
      .value = "NAME",
      .help = "what the commands of a hyperfine file are taken for",
      .completes = Completes::Workload}}};

using Take = RunIndex::Take;

/// So many bytes tell what a file is.
constexpr std::size_t kBeginningSize = 4096;

/// What is imported: a file, whose lines may be very many, or the text of a pipe, which can be read
/// once only.
struct ImportSource {
  std::string path;
  std::optional<std::string> piped;
};

Result<std::string> text_of(const World& world, const ImportSource& source) {
  if (source.piped) return *source.piped;
  return world.read_file(source.path);
}

/// The measurements of another tool as lines, and what was passed over to `problems`.
Result<std::vector<Measurement>> read_foreign(const std::string& path, const std::string& text,
                                              ResultFormat form, const std::string& workload,
                                              Diagnostics& problems) {
  if (form == ResultFormat::Hyperfine && workload.empty()) {
    return Failure(ExitCode::Usage, path, "hyperfine knows no workload", "",
                   "say what its commands are with --workload NAME");
  }
  Result<ForeignResults> results = form == ResultFormat::Hyperfine
                                       ? read_hyperfine(text, path, workload)
                                       : Result<ForeignResults>(read_reframe(text));
  if (!results) return results.failure();
  for (const auto& [number, why] : results->passed_over) {
    problems.push_back(
        {"", Severity::Warning, format("{}:{}", path, number), "passed over", why, "", ""});
  }
  return std::move(results->measurements);
}

Status feed_lines(const World& world, const ImportSource& source, const Take& take) {
  if (!source.piped) return for_each_line(world, source.path, take);
  for (const std::string_view line : lines(*source.piped)) {
    if (const Status done = take(line); !done) return done;
  }
  return {};
}

Result<RunIndex::Imported> import_measurements(RunIndex& index,
                                               const std::vector<Measurement>& measurements) {
  return index.import("", [&](const Take& take) -> Status {
    for (const Measurement& measurement : measurements) {
      if (const Status done = take(measurement_line(measurement)); !done) return done;
    }
    return {};
  });
}

/// What came of one FILE: how many there were, and what is wrong with the others.
struct Outcome {
  std::size_t added = 0, known = 0, damaged = 0;
  Diagnostics problems;
  std::set<std::string> shown_by;  ///< of other tools' results: the commands that show them
};

/// Two metrics at most per check: times and rates.
std::string showing_command(const LaunchConfig& setting) {
  return format("'gpujob compare {} --with foreign --metric {}'", setting.workload,
                states_rate(setting) ? "rate" : "total");
}

Outcome outcome_of(const RunIndex::Imported& imported, const std::string& path,
                   Diagnostics problems) {
  Outcome outcome{imported.added, imported.known, imported.damaged.size(), std::move(problems), {}};
  for (const auto& [line, problem] : imported.damaged) {
    outcome.problems.push_back(
        {"", Severity::Error, format("{}:{}", path, line), "line is damaged", problem, "", ""});
  }
  return outcome;
}

Result<Outcome> import_folder(const World& world, RunIndex& index, const std::string& path) {
  auto carried = read_bundled_reports(world, path);
  if (!carried) return carried.failure();
  const auto imported = import_measurements(index, carried->measurements);
  if (!imported) return imported.failure();
  Outcome outcome = outcome_of(*imported, path, std::move(carried->problems));
  outcome.damaged += carried->damaged;
  return outcome;
}

Result<Outcome> import_source(World& world, RunIndex& index, const ImportSource& source,
                              const std::string& workload) {
  const std::string& path = source.path;
  const auto beginning = source.piped ? Result<std::string>(source.piped->substr(0, kBeginningSize))
                                      : world.read_range(path, 0, kBeginningSize);
  if (!beginning) return beginning.failure();
  const ResultFormat form = result_format(*beginning);
  if (form == ResultFormat::Unknown) {
    return Failure(ExitCode::Invalid, path, "unrecognised file format",
                   "neither lines of gpujob export, a report, a ReFrame performance log nor "
                   "hyperfine's JSON");
  }
  Diagnostics problems;
  if (form == ResultFormat::Measurements) {
    const auto imported = index.import(source.piped ? "" : path, [&](const Take& take) {
      return feed_lines(world, source, take);
    });
    if (!imported) return imported.failure();
    return outcome_of(*imported, path, {});
  }
  const auto text = text_of(world, source);
  if (!text) return text.failure();
  std::vector<Measurement> measurements;
  if (form == ResultFormat::Report) {
    auto report = read_bundled_report(path, *text);
    if (!report) return report.failure();
    measurements.push_back(*std::move(report));
  } else {
    auto foreign = read_foreign(path, *text, form, workload, problems);
    if (!foreign) return foreign.failure();
    measurements = *std::move(foreign);
  }
  const auto imported = import_measurements(index, measurements);
  if (!imported) return imported.failure();
  Outcome outcome = outcome_of(*imported, path, std::move(problems));
  for (const Measurement& one : measurements) {
    if (kind_of(one.setting) != MeasurementKind::Foreign) continue;
    outcome.shown_by.insert(showing_command(one.setting));
  }
  return outcome;
}

/// "times.json: 5 imported, 0 known already", and what was damaged if anything was.
void print_outcome(World& world, const std::string& path, const Outcome& outcome) {
  print_diagnostics(world, outcome.problems);
  const std::string damaged =
      outcome.damaged > 0 ? format(", {} damaged", outcome.damaged) : std::string();
  world.out(format("{}: {} imported, {} known already{}\n", printable(path), outcome.added,
                   outcome.known, damaged));
  constexpr std::size_t kMostShown = 4;
  std::size_t shown = 0;
  for (const std::string& command : outcome.shown_by) {
    if (++shown > kMostShown) break;
    world.err(format("next: {}\n", printable(command)));
  }
}

Result<Outcome> import_path(World& world, RunIndex& index, const std::string& word,
                            const std::string& workload) {
  const std::string path = word == "-" ? "/dev/stdin" : word;
  ImportSource source{path, {}};
  switch (world.kind(path)) {
    case FileKind::Absent:
      return Failure(ExitCode::Usage, path, "no such file");
    case FileKind::Directory:
      return import_folder(world, index, path);
    case FileKind::Other: {
      auto text = world.read_file(path);
      if (!text) return text.failure();
      source.piped = *std::move(text);
      break;
    }
    case FileKind::File:
    case FileKind::Unreadable:
      break;
  }
  return import_source(world, index, source, workload);
}

struct ImportOptions : CommonOptions {
  std::string workload;
};

ImportOptions parse_import(const Arguments& arguments) {
  return {parse_common(arguments), arguments.value_or("workload", "")};
}

CommandResult run_import(const ImportOptions& options, Session& session) {
  World& world = session.world;
  expect_much_memory();
  RunLocator& shelf = session.runs;
  auto index = shelf.index();
  if (!index) return index.failure();
  bool damaged = false;
  for (const std::string& path : options.words) {
    world.progress(format("importing {}", printable(path)));
    const auto outcome = import_path(world, *index, path, options.workload);
    if (!outcome) return outcome.failure();
    damaged = damaged || has_errors(outcome->problems);
    print_outcome(world, path, *outcome);
  }
  return status_of(damaged ? ExitCode::Failed : ExitCode::Done);
}

}  // namespace

constinit const Command kImportCommand = {
    .name = "import",
    .summary = "measurements of other machines and tools",
    .description =
        "Adds what is not known yet; a run is known by its id, so importing a file twice changes "
        "nothing. A damaged line is named with its number, the others are imported, and the exit "
        "code is 1. Results of ReFrame and hyperfine are marked as foreign: compare shows them "
        "beside gpujob's own only with --with foreign. Times are totals; rates (more is better) "
        "are "
        "shown with --metric rate. What was imported stands in compare and export, not in runs.",
    .examples = kImportExamples,
    .arguments = kImportArguments,
    .option_sets = {kImportOptions},
    .run = run_command<parse_import, run_import>,
};

}  // namespace gpujob
