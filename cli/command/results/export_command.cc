// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/results/where_options.h"
#include "jobs/results/left_out_runs.h"
#include "report/measurement_line.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kExportExamples = {{
    {"gpujob export > runs.jsonl", "everything that was measured"},
    {"gpujob export --workload integrate2d --since 30d > runs.jsonl", "of one workload and month"},
    {"gpujob export --where site=SITE --where backend=cuda > runs.jsonl", "of one site"},
}};
constexpr std::array<OptionSpec, 1> kExportOptions = {{{.name = "workload",
                                                        .value = "NAME",
                                                        .help = "of this workload",
                                                        .completes = Completes::SeenWorkload}}};

struct ExportOptions : MeasuredOptions {
  std::string workload;
};

ExportOptions parse_export(const Arguments& arguments) {
  return {parse_measured(arguments), arguments.value_or("workload", "")};
}

CommandResult run_export(const ExportOptions& options, Session& session) {
  World& world = session.world;
  RunLocator& shelf = session.runs;
  auto index = shelf.index();
  if (!index) return index.failure();
  const auto wanted = chosen_results(session, *index, options.choice, options.workload);
  if (!wanted) return wanted.failure();
  const auto left_out = left_out_runs(session, *index, *wanted);
  if (!left_out) return left_out.failure();
  std::size_t count = 0;
  const Status done = index->each(wanted->workload, [&](const Measurement& measurement) {
    if (!is_named(measurement.setting, Launch(head_of(measurement)), *wanted)) return;
    world.out(measurement_line(measurement) + "\n");
    ++count;
  });
  if (!done) return done.failure();
  print_diagnostics(world, left_out_notes(*left_out, "not exported"));
  world.err(format("note: {} measurement{} exported\n", count, count == 1 ? "" : "s"));
  return status_of(shelf.index_is_behind() ? ExitCode::Failed : ExitCode::Done);
}

}  // namespace

constinit const Command kExportCommand = {
    .name = "export",
    .summary = "measurements as lines of JSON, to take along",
    .description =
        "One line per launch, schema gpujob/measurement/v1: what was run where, whether the answer "
        "was "
        "right, and every sample. Runs that are not over, failed or left no report that counts "
        "are named on stderr (no scheduler is asked). The exit code is 1 where a run could not be "
        "put into the index. Lines of several centers can be put into one file; 'gpujob import' "
        "reads it on any machine.",
    .examples = kExportExamples,
    .arguments = {},
    .option_sets = {kExportOptions, kWhereOptionRows},
    .run = run_command<parse_export, run_export>,
};

}  // namespace gpujob
