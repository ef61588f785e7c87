// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/request_options.h"
#include "command/runs/labels.h"
#include "command/submit/dry_run.h"
#include "command/submit/planned_text.h"
#include "command/submit/send_jobs.h"
#include "command/submit/sweep_options.h"
#include "jobs/send/check_job.h"
#include "jobs/session/refused_submit.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 10> kSubmitExamples = {{
    {"gpujob submit integrate2d --site SITE --gpu GPU --dry-run",
     "show the script and the sbatch command; nothing is sent"},
    {"gpujob submit integrate2d --site SITE --gpu GPU", "send it"},
    {"gpujob submit integrate2d --site SITE --gpu GPU --size small --repeat 3",
     "a small problem, three launches in one job"},
    {"gpujob submit matmul --site SITE --gpu GPU --sweep n=1024,2048 --sweep "
     "precision=float32,float64",
     "a sweep: four jobs, one per combination"},
    {"gpujob submit integrate2d --site SITE --gpu GPU --runs 4",
     "four equal jobs: enough runs for a verdict of 'gpujob compare'"},
    {"gpujob submit integrate2d --site SITE1,SITE2 --gpu GPU1,GPU2",
     "a job at each of several sites; all are checked before the first is sent"},
    {"gpujob submit train.sh --site SITE --gpu GPU", "a batch script of your own"},
    {"gpujob submit --wrap 'python train.py' --site SITE --gpu GPU", "one line of shell"},
    {"gpujob submit train.sh --sync . --site SITE --gpu GPU",
     "with this folder, to a center behind ssh"},
    {"gpujob submit integrate2d --site local", "run it on this machine, without a scheduler"},
}};
constexpr std::array<OptionSpec, 17> kSubmitOptions = {
    {kSyncOption,
     kSyncLimitOption,
     kHereOption,
     kRunsOption,
     kSweepOption,
     kThrottleOption,
     kSandboxOption,
     {.name = "settle",
      .value = "TIME",
      .help = "after an unclear answer look for the job this long before exit code 5 (60s)",
      .group = "Work"},
     kNameOption,
     kTagOption,
     kNoteOption,
     {.name = "wait",
      .letter = 'W',
      .help = "wait until the job is over and end with its exit status",
      .group = "Output"},
     {.name = "parsable", .help = "print the run's id alone", .group = "Output"},
     {.name = "check",
      .help = "ask the scheduler or sandbox whether it would accept the job; send nothing",
      .group = "Output"},
     {.name = "dry-run",
      .help = "print the script and the sbatch command; change nothing",
      .group = "Output"},
     {.name = "full",
      .help = "with --dry-run on a terminal: show the functions of the script too",
      .group = "Output"},
     kJsonFormatOption}};

/// What was taken, as it is answered; in JSON at the end.
CommandResult check(Session& session, const SubmitOptions& options, const PlannedSweep& planned) {
  print_remarks(session.world, planned, options.explain);
  std::vector<Json> taken(planned.jobs.size());
  const auto done =
      check_jobs(session, options.request.place, planned, [&](const TakenBatch& batch) {
        const auto& points = batch.batch.points;
        if (!options.json) {
          const std::string text = points_text(planned.sweep, points);
          session.world.out(format(
              "{}{}{} would accept the {}: {}\n", text, text.empty() ? "" : ": ", batch.where,
              batch.batch.is_array() ? format("array of {} jobs", points.size()) : "job",
              batch.words));
          return;
        }
        for (const std::size_t point : points) {
          Json& document = taken[point];
          document = job_json("check", planned.jobs.at(point), options.explain);
          document["sandbox"] = batch.sandbox.empty() ? Json(nullptr) : Json(batch.sandbox);
          document["answer"] = batch.words;
        }
      });
  if (!done) return done.failure();
  if (options.json) session.world.out(dump_json(points_json("check", planned, std::move(taken))));
  return status_of(ExitCode::Done);
}

/// The jobs of all sites are planned and checked before the first is sent.
CommandResult submit_planned(Session& session, const SubmitOptions& options,
                             const std::vector<SiteRequest>& sites,
                             const std::vector<PlannedSweep>& planned) {
  const bool is_one = sites.empty();
  if (options.purpose.kind == JobKind::Sent) {
    return is_one ? send_jobs(session, options, planned.front())
                  : send_to_sites(session, options, sites, planned);
  }
  const PlannedSweep all = is_one ? planned.front() : joined(sites, planned);
  return options.purpose.kind == JobKind::Checked ? check(session, options, all)
                                                  : show_jobs(session.world, options, all);
}

Result<std::vector<PlannedSweep>> plan_all(Session& session, const SubmitOptions& options,
                                           const std::vector<SiteRequest>& sites) {
  if (!sites.empty()) return plan_sites(session, sites, options.purpose);
  auto planned = plan_sweep(session, options.request, options.purpose);
  if (!planned) return planned.failure();
  std::vector<PlannedSweep> all;
  all.push_back(*std::move(planned));
  return all;
}

}  // namespace

Result<SubmitOptions> parse_submit(const Arguments& arguments) {
  const bool dry = arguments.has("dry-run"), check = arguments.has("check");
  if (dry && check) {
    return Failure{ExitCode::Usage, "option '--check'", "cannot be combined with --dry-run",
                   "--check asks the scheduler, --dry-run does not", "omit one of them"};
  }
  auto job = parse_job(arguments);
  if (!job) return job.failure();
  SubmitOptions options{*std::move(job),
                        {.describe = Describe::MayRun, .kind = JobKind::Sent},
                        arguments.has("wait"),
                        arguments.has("parsable"),
                        arguments.has("full")};
  if (dry) options.purpose = {};
  if (check) options.purpose = {.kind = JobKind::Checked};
  return options;
}

CommandResult submit(const SubmitOptions& options, Session& session) {
  const auto sites = requests_by_site(session.data_files, options.request);
  if (!sites) return sites.failure();
  const auto planned = plan_all(session, options, *sites);
  if (options.purpose.kind != JobKind::Sent) {
    return planned ? submit_planned(session, options, *sites, *planned) : planned.failure();
  }
  const auto newest = session.runs.newest_run();
  const CommandResult sent = planned ? submit_planned(session, options, *sites, *planned)
                                     : CommandResult(planned.failure());
  if (!sent) keep_refusal(session.world, newest, sent.failure());
  return sent;
}

constinit const Command kSubmitCommand = {
    .name = "submit",
    .summary = "submit a job, exactly once",
    .description =
        "The job is planned, rendered and checked first; errors end with exit code 3 before "
        "anything is sent. Everything is written to disk before sbatch is called. If sbatch gives "
        "no clear answer, the job is looked for by its name; if it does not come up, the exit code "
        "is 5 and 'gpujob recover' resolves it. A missing program is built with the center's "
        "toolchain unless --build never is given: on the login node before the "
        "job is sent or, where the profile says so, at the start of the job. For a sandbox, a CPU "
        "program built on this machine stands in for the GPU program.\n\n"
        "A SCRIPT is a file with '#!' or a word with a slash. Its directives are read, and flags "
        "win over them; the profile adds what the center needs, and spells the GPU request as the "
        "center wants it. The rest of the script runs byte for byte, by its own interpreter, in "
        "the directory of the call. --explain shows where each value came from.\n\n"
        "--sync copies a folder to a center that is reached through ssh, and the job starts in its "
        "own copy: what is copied is shown first, --dry-run lists it, and only what the center "
        "lacks goes over the line. .gpujobignore names what stays here, in the patterns of "
        ".gitignore; .git stays. A link must lead to a place in the folder. 'gpujob pull' brings "
        "results.\n\n"
        "--site takes several sites, separated by commas, and --gpu one GPU for all of them, one "
        "per site in their order, or SITE:GPU,SITE:GPU. Accounts are those of the configuration. A "
        "site that cannot take its job refuses all.\n\n"
        "The KEY of --sweep is a parameter of the workload, or variant, precision, size, gpus, "
        "gpu, nodes, backend or site. The last key varies fastest. All jobs are checked before the "
        "first is sent, and an error in one refuses all. Those that ask for the same resources and "
        "time are sent as one job array; each task is a run, and the array's id names all of them. "
        "A refusal by the scheduler, an unclear answer or Ctrl-C stops the sweep and prints how to "
        "continue. Without a scheduler each run ends before the next one starts.",
    .examples = kSubmitExamples,
    .arguments = kRequestArguments,
    .option_sets = {kPlaceOptions, kWorkOptions, kOwnOptions, kStartOptions, kSubmitOptions},
    .run = run_command<parse_submit, submit>,
    .rest = Rest::Sbatch,
};

}  // namespace gpujob
