// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/memory_hints.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/version.h"
#include "command/results/compared_options.h"
#include "command/results/report_format.h"
#include "jobs/results/left_out_runs.h"
#include "jobs/results/question.h"
#include "report/compare.h"
#include "report/page/make_page.h"
#include "report/page/write_page.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 6> kCompareExamples = {{
    {"gpujob compare integrate2d", "every site and GPU side by side"},
    {"gpujob compare integrate2d --by variant --metric total", "variants, with copies and set-up"},
    {"gpujob compare integrate2d --by date --where site=SITE --where gpu=KEY",
     "one GPU, day by day"},
    {"gpujob compare integrate2d --by n,gpu", "along a parameter: at each n, whose GPU is faster"},
    {"gpujob compare integrate2d --format html > integrate2d.html",
     "one page with plots, to read in a browser or to mail"},
    {"gpujob compare integrate2d --since 30d --baseline 'SITE KEY'", "against one group"},
}};
constexpr std::array<ArgumentSpec, 1> kCompareArguments = {
    {{"WORKLOAD", "reports of this workload", Completes::SeenWorkload}}};
constexpr std::array<OptionSpec, 6> kCompareOptions = {
    {{.name = "by",
      .value = "KEYS",
      .help = "site,gpu (default),variant,date,..., parameters",
      .completes = Completes::Keys},
     {.name = "baseline", .value = "GROUP", .help = "the group that others are set against"},
     {.name = "metric",
      .value = "NAME",
      .help = "kernel (total for data on the host), h2d, ...",
      .completes = Completes::Choices,
      .choices = "kernel|total|h2d|d2h|rate|fraction"},
     {.name = "with",
      .value = "rehearsals|foreign|all",
      .help = "show these beside real devices, marked",
      .completes = Completes::Choices},
     kPageFormatOption,
     {.name = "plots",
      .value = "DIR",
      .help = "also write the plots of the page there, as SVG files",
      .completes = Completes::Directory,
      .group = "Output"}}};

Mix mix_of(const std::string& word) {
  if (word == "rehearsals") return Mix::Rehearsals;
  if (word == "foreign") return Mix::Foreign;
  return word == "all" ? Mix::All : Mix::RealOnly;
}

Result<CompareOptions> options_of(Session& session, RunIndex& index,
                                  const ComparedOptions& options) {
  auto wanted = chosen_results(session, index, options.choice, options.words[0]);
  if (!wanted) return wanted;
  wanted->baseline = options.baseline;
  wanted->mix = options.mix;
  ask_as_usual(session, *wanted);
  if (options.by.empty()) return wanted;
  wanted->by = options.by;
  if (const Status known = check_by(session.world, index, *wanted); !known) return known.failure();
  return wanted;
}

/// Writes each drawing of the page as a file.
Status write_plots(World& world, const std::string& directory, const ComparisonPage& page) {
  if (const Status made = world.make_directory(directory); !made) return made;
  for (const PlotFile& plot : plot_files(page)) {
    const std::string path = join_path(directory, plot.name);
    if (const Status written = world.write_file(path, plot.text, FileMode::Shared); !written) {
      return written;
    }
    world.err(format("wrote {}\n", printable(path)));
  }
  return {};
}

/// The comparison as `--format` says, and its plots where `--plots` says.
Status show(const ComparedOptions& options, World& world, const Comparison& comparison,
            const MeasurementTable& table) {
  const bool wants_page = options.form == "html";
  if (options.plots || wants_page) {
    const ComparisonPage page = make_page(comparison, table, std::string(kProgramVersion));
    if (options.plots) {
      if (const Status written = write_plots(world, *options.plots, page); !written) return written;
    }
    if (wants_page) {
      world.out(write_page(page));
      return {};
    }
  }
  const OutputFormat form = report_format(options.form);
  const Bars bars = world.out_is_terminal() ? Bars::Yes : Bars::No;
  world.out(with_version(write_comparison(comparison, form, bars, world.out_screen()), form));
  return {};
}

CommandResult run_compare(const ComparedOptions& options, Session& session) {
  World& world = session.world;
  expect_much_memory();
  world.progress("comparing");
  auto index = session.runs.index();
  if (!index) return index.failure();
  const auto wanted = options_of(session, *index, options);
  if (!wanted) return wanted.failure();
  const auto left_out = left_out_runs(session, *index, *wanted);
  if (!left_out) return left_out.failure();
  const auto table = measurements_for(*index, *wanted, options.metric);
  if (!table) return table.failure();
  const auto comparison = compare_all(*table, *wanted, *left_out);
  if (!comparison) {
    return with_other_metrics(comparison.failure(), *index, *wanted, table->metric);
  }
  if (const Status shown = show(options, world, *comparison, *table); !shown) {
    return shown.failure();
  }
  return status_of(ExitCode::Done);
}

}  // namespace

Result<ComparedOptions> parse_compare(const Arguments& arguments) {
  ComparedOptions options{parse_measured(arguments),
                          arguments.value_or("baseline", ""),
                          mix_of(arguments.value_or("with", "")),
                          {},
                          arguments.value("metric"),
                          arguments.value("plots")};
  const auto keys = arguments.value("by");
  if (!keys) return options;
  for (const std::string_view key : split(*keys, ',')) {
    std::string name(trim(key));
    if (contains(options.by, name)) {
      return Failure{ExitCode::Usage, "option '--by'", format("'{}' is given twice", name)};
    }
    options.by.push_back(std::move(name));
  }
  return options;
}

constinit const Command kCompareCommand = {
    .name = "compare",
    .summary = "reports side by side, with honest intervals",
    .description =
        "Only reports of the same workload, parameters, precision and place of the data, and only "
        "right answers. "
        "Where several were measured, the first lines say what is compared and what else there is: "
        "the workload's default variant, precision and parameters, else those that were measured "
        "first, so that more runs do not change the question; --where asks another one. "
        "What does not fit is listed with its reason, and so is a run that is not over, failed or "
        "left no report that counts. Runs at a center with an open connection are asked for, and "
        "what "
        "is over is brought; no other scheduler is asked. The baseline is the fastest group "
        "with "
        "enough runs, unless --baseline names one. 'faster' and 'slower' are said only where the "
        "interval of the ratio leaves out 1 and a rank test of the runs agrees. That needs 4 runs "
        "per group, more with more groups; with fewer, and on rehearsals and disturbed runs (a "
        "tenth or more of the samples discarded, or the clock held down), medians and intervals "
        "are shown without a verdict. Two sites with one GPU model get a verdict between them. "
        "Queue wait, hours and energy are medians per run.\n\n"
        "Keys of --by and --where: site, cluster, partition, gpu (the model, whatever a site calls "
        "it), gpus (how many a launch was split over; then a table shows speedup and efficiency, "
        "strong with the same parameters and weak with as much work per GPU, of one device: "
        "'--by gpu,gpus' shows each), "
        "device, variant, class, backend, precision, data, date, run, source, what was recorded of "
        "the environment (driver, kernel_driver, runtime, compiler, library, gpujob, node, "
        "modules, architecture, cpu, isa, ecc, profile, environ, disturbed), "
        "and the workload's parameters (a key wins over a parameter of its name). Rehearsals (a "
        "sandbox, a CPU "
        "in place of a GPU) and foreign results ('gpujob import') stand beside real devices only "
        "with "
        "--with, and are marked.\n\n"
        "By a parameter ('--by n', '--by gpu,n') groups stand in the order of its numbers. Other "
        "work is never called faster or slower: each group is set against the fastest with the "
        "same "
        "value, or that of the --baseline ('--baseline KEY' is that GPU at each n), or with "
        "another "
        "value where it declares the same operations and bytes; what has no such group is 'alone'. "
        "'--metric rate' shows the work per second along the parameter, under the same rule. "
        "Groups that differ only in what was computed (variants, parameters) are of one device, "
        "the one that has most of them.",
    .examples = kCompareExamples,
    .arguments = kCompareArguments,
    .option_sets = {kCompareOptions, kWhereOptionRows},
    .run = run_command<parse_compare, run_compare>,
};

}  // namespace gpujob
