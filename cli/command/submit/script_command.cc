// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/job/job_text.h"
#include "command/submit/planned_text.h"
#include "command/submit/submit_options.h"
#include "command/submit/sweep_options.h"
#include "jobs/build/rehearsal.h"
#include "jobs/request/script_files.h"
#include "jobs/session/settings.h"
#include "jobs/session/site_selection.h"
#include "jobs/sweep/job_series.h"
#include "jobs/sweep/script_all.h"
#include "jobs/sweep/script_sweep.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 5> kScriptExamples = {{
    {"gpujob script integrate2d --site SITE --gpu GPU", "print the batch script"},
    {"gpujob script integrate2d --site SITE --gpu GPU --out job.sh", "write it to a file"},
    {"gpujob script integrate2d --site SITE --gpu GPU --bundle DIR",
     "write a folder for a center without gpujob: script, sources, runner"},
    {"gpujob script integrate2d --site all --gpu all --out DIR",
     "write one script per cluster and GPU type; list the refusals with reasons"},
    {"gpujob script matmul --site SITE --gpu GPU --sweep n=1024,2048 --out DIR",
     "write the scripts of a sweep: of each job array and of its tasks"},
}};
constexpr std::array<OptionSpec, 6> kScriptOptions = {
    {kRunsOption,
     kSweepOption,
     kThrottleOption,
     {.name = "out",
      .value = "FILE|DIR",
      .help = "write the script there instead of printing it",
      .completes = Completes::File,
      .group = "Output"},
     {.name = "bundle",
      .value = "DIR",
      .help = "write a folder with everything the job needs, with relative paths",
      .completes = Completes::Directory,
      .group = "Output"},
     kJsonFormatOption}};

CommandResult print_combinations(World& world, const ScriptOptions& options,
                                 const std::vector<Combination>& all) {
  const std::string& out = *options.out;
  TextTable refused({{"site"}, {"GPU"}, {"reason"}});
  Json list = Json::array();
  std::size_t written = 0;
  for (const Combination& one : all) {
    Json entry = {{"site", one.site}, {"gpu", one.gpu}};
    entry["file"] = one.file.empty() ? Json(nullptr) : Json(one.file);
    entry["diagnostics"] = to_json(one.reasons);
    list.push_back(std::move(entry));
    if (!one.file.empty()) {
      ++written;
      continue;
    }
    for (const Diagnostic& reason : one.reasons) {
      if (reason.severity == Severity::Error) refused.add({one.site, one.gpu, reason.line()});
    }
  }
  if (options.json) {
    Json document = json_document("scripts");
    document["directory"] = out;
    document["scripts"] = std::move(list);
    world.out(dump_json(document));
  } else {
    world.out(
        format("{} scripts in {}, {} refused\n", written, printable(out), all.size() - written));
    if (!refused.empty()) world.out("\n" + refused.text(world.out_screen()));
  }
  return status_of(written == 0 ? ExitCode::Invalid : ExitCode::Done);
}

CommandResult print_job(World& world, const ScriptOptions& options, const Job& job) {
  print_remarks(world, job, options.explain);
  if (options.json) {
    Json document = job_json("script", job, options.explain);
    document["script"] = job.script;
    if (!job.build_script.empty()) document["build_script"] = job.build_script;
    world.out(dump_json(document));
    return status_of(ExitCode::Done);
  }
  if (!options.out) {
    world.out(job.script);
    return status_of(ExitCode::Done);
  }
  const auto written = write_script(world, job, *options.out);
  if (!written) return written.failure();
  for (const std::string& path : *written) world.out(printable(path) + "\n");
  return status_of(ExitCode::Done);
}

Json sweep_files_json(const std::string& out, const PlannedSweep& planned,
                      const SweepFiles& files) {
  Json document = json_document("sweep-scripts");
  document["directory"] = out;
  document["arrays"] = Json::array();
  for (std::size_t i = 0; i < planned.batches.size(); ++i) {
    if (files.arrays[i].empty()) continue;
    document["arrays"].push_back(
        {{"file", files.arrays[i]}, {"tasks", planned.batches[i].points.size()}});
  }
  document["points"] = Json::array();
  for (std::size_t i = 0; i < files.points.size(); ++i) {
    Json entry = {{"point", to_json(planned.sweep.point_at(i))}, {"file", files.points[i]}};
    if (!files.builds[i].empty()) entry["build_file"] = files.builds[i];
    document["points"].push_back(std::move(entry));
  }
  return document;
}

CommandResult print_sweep_files(World& world, const ScriptOptions& options,
                                const PlannedSweep& planned, const SweepFiles& files) {
  const std::string& out = *options.out;
  if (options.json) {
    world.out(dump_json(sweep_files_json(out, planned, files)));
    return status_of(ExitCode::Done);
  }
  std::vector<Column> columns;
  for (const SweepKey& key : planned.sweep.keys) columns.push_back({key.name});
  columns.push_back({"file"});
  TextTable table(columns);
  for (std::size_t i = 0; i < files.points.size(); ++i) {
    std::vector<std::string> cells;
    for (const auto& [name, value] : planned.sweep.point_at(i)) cells.push_back(value);
    cells.push_back(files.points[i]);
    table.add(std::move(cells));
  }
  world.out(format("{} in {}\n\n{}", count_of(files.count(), "script"), printable(out),
                   table.text(world.out_screen())));
  return status_of(ExitCode::Done);
}

/// The scripts of all points and of the arrays that they are sent as.
CommandResult script_sweep(Session& session, const ScriptOptions& options) {
  const auto planned = plan_sweep(session, options.request, {});
  if (!planned) return planned.failure();
  print_remarks(session.world, *planned, options.explain);
  const auto files = write_sweep_scripts(session.world, *planned, *options.out);
  if (!files) return files.failure();
  return print_sweep_files(session.world, options, *planned, *files);
}

CommandResult bundle(Session& session, const ScriptOptions& options) {
  const std::string& directory = *options.bundle;
  auto job = prepare_job(session, options.request,
                         {.describe = Describe::FromFile, .kind = JobKind::Portable});
  if (!job) return job.failure();
  print_remarks(session.world, *job, options.explain);
  const auto names = write_bundle(session, *std::move(job), directory);
  if (!names) return names.failure();
  session.world.out(format("{} files in {}; copy it to the center and start ./run.sh there\n",
                           names->size(), printable(directory)));
  return status_of(ExitCode::Done);
}

CommandResult run_script(const ScriptOptions& options, Session& session) {
  if (options.of == ScriptOptions::Of::Everything) {
    const auto all = write_all_scripts(session, options.request, *options.out);
    return all ? print_combinations(session.world, options, *all) : CommandResult(all.failure());
  }
  if (options.of == ScriptOptions::Of::Sweep) return script_sweep(session, options);
  if (options.bundle) return bundle(session, options);
  const auto job = prepare_job(session, options.request, {});
  if (!job) return job.failure();
  const auto missing = missing_stand_in(session, *job);
  if (!missing) return missing.failure();
  if (*missing) print_diagnostics(session.world, {**missing});
  return print_job(session.world, options, *job);
}

}  // namespace

Result<ScriptOptions> parse_script_job(const Arguments& arguments) {
  auto job = parse_job(arguments);
  if (!job) return job.failure();
  ScriptOptions options{*std::move(job), ScriptOptions::Of::Job, arguments.value("out"),
                        arguments.value("bundle")};
  const bool all = arguments.value("site") == "all" || arguments.value("gpu") == "all";
  const bool sweep =
      arguments.has("sweep") || arguments.has("throttle") || options.request.runs.value_or(1) > 1;
  if (options.out && options.bundle) {
    return Failure{ExitCode::Usage, "gpujob script", "give either --out or --bundle"};
  }
  if (sweep && (all || options.bundle)) {
    return Failure{ExitCode::Usage, "gpujob script",
                   format("--sweep and --runs cannot be combined with {}",
                          options.bundle ? "--bundle" : "'all'"),
                   "", "name one site and one GPU, and a directory with --out"};
  }
  if ((all || sweep) && !options.out) {
    return Failure{ExitCode::Usage, "gpujob script",
                   format("{} writes many scripts", all ? "'all'" : "a sweep"), "",
                   "give their directory with --out"};
  }
  if (sweep) options.of = ScriptOptions::Of::Sweep;
  if (all) options.of = ScriptOptions::Of::Everything;
  return options;
}

constinit const Command kScriptCommand = {
    .name = "script",
    .summary = "print the batch script of a job",
    .description =
        "In the printed script the run's id is the word RUNID. 'gpujob submit' replaces it and "
        "creates the run's directory, without which the job cannot start. To submit a script by "
        "hand, use --bundle. Errors refuse the script with exit code 3; warnings and notes go to "
        "stderr.\n\n"
        "With --sweep or --runs the directory of --out, new or empty, gets what 'gpujob submit' "
        "would "
        "send: of each job array array-K/array.sh and the scripts of its tasks, task-I.sh, of each "
        "other job job-K.sh, and beside them what builds missing programs.",
    .examples = kScriptExamples,
    .arguments = kRequestArguments,
    .option_sets = {kPlaceOptions, kWorkOptions, kOwnOptions, kStartOptions, kScriptOptions},
    .run = run_command<parse_script_job, run_script>,
    .rest = Rest::Sbatch,
};

}  // namespace gpujob
