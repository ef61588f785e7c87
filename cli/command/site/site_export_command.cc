// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/request_options.h"
#include "jobs/request/account.h"
#include "jobs/request/job.h"
#include "jobs/session/settings.h"
#include "jobs/session/site_selection.h"
#include "jobs/site/site_export.h"
#include "plan/gpu_choice.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kSiteExportExamples = {{
    {"gpujob site export SITE --to reframe > site.py", "every GPU type as a partition of ReFrame"},
    {"gpujob site export SITE --to nextflow --account PROJECT",
     "every GPU type as a label of Nextflow"},
    {"gpujob site export SITE --to sbatch --gpu GPU:2", "the head of a script for two GPUs"},
}};
constexpr std::array<ArgumentSpec, 1> kSiteExportArguments = {
    {{"SITE", "center, cluster or center/cluster", Completes::Site}}};
constexpr std::array<OptionSpec, 8> kSiteExportOptions = {
    {{.name = "to",
      .value = "sbatch|reframe|snakemake|nextflow|parsl|ood",
      .help = "the tool; ood is Open OnDemand",
      .completes = Completes::Choices,
      .group = "Output"},
     {.name = "gpu",
      .value = "KEY[:N]",
      .help = "this GPU type alone, N of them",
      .completes = Completes::Gpu,
      .group = "What"},
     {.name = "time",
      .letter = 't',
      .value = "TIME",
      .help = "time limit of a job (default: 1:00:00)",
      .group = "What"},
     {.name = "account",
      .letter = 'A',
      .value = "ACCOUNT",
      .help = "project that pays; default: your configuration",
      .group = "What"},
     {.name = "partition",
      .letter = 'p',
      .value = "NAME",
      .help = "partition in place of the site's choice",
      .group = "What"},
     {.name = "qos", .letter = 'q', .value = "NAME", .help = "quality of service", .group = "What"},
     {.name = "allow-retired", .help = "even of a retired cluster", .group = "Where"},
     kProfilePathOption}};
static_assert(kSiteExportOptions.front().value == kExportTools);

constexpr Seconds kOneHour{3600};

/// A job that does nothing, on the GPUs of one type.
Result<Job> job_on(Session& session, const Selection& site, Work& work, Request flags) {
  auto request = complete_request(session, site, work, std::move(flags), Describe::FromFile);
  if (!request) return request.failure();
  forget_slurm_variables(*request);
  add_account_example(site, *request);
  return make_job(session.data_files, site, work, *request);
}

/// The type that --gpu names, or all.
Result<std::vector<SourcedValue>> gpus_to_export(const Selection& site, const Request& flags) {
  if (flags.gpu) return std::vector{*flags.gpu};
  std::vector<SourcedValue> gpus;
  for (const GpuType& type : site.get().gpus) gpus.push_back({type.key, From::Flag, "site export"});
  if (!gpus.empty()) return gpus;
  return Failure{ExitCode::Invalid, format("site '{}'", full_name(site)),
                 "no GPU types in its profile"};
}

/// Adds what no other GPU type has brought up yet. Its place in the script that was linted is
/// left out: no user sees that script.
void add_new(Diagnostics& all, const Diagnostic& one, Severity severity, const std::string& where) {
  const bool known = std::any_of(all.begin(), all.end(), [&](const Diagnostic& other) {
    return other.code == one.code && other.problem == one.problem && other.why == one.why;
  });
  if (!known) all.push_back({one.code, severity, where, one.problem, one.why, one.fix, ""});
}

const Diagnostic& first_error(const Failure& failure) {
  const Diagnostics& all = failure.diagnostics;
  const auto found = std::find_if(all.begin(), all.end(), [](const Diagnostic& one) {
    return one.severity == Severity::Error;
  });
  return found == all.end() ? all.front() : *found;
}

/// Why each type was left out, the same reason once.
Failure none_left(const std::string& where, const Diagnostics& left_out) {
  Diagnostics errors;
  for (const Diagnostic& one : left_out) add_new(errors, one, Severity::Error, where);
  return {ExitCode::Invalid, std::move(errors)};
}

struct SiteExportOptions : CommonOptions {
  std::string tool;
  Request flags;
};

Result<SiteExportOptions> parse_site_export(const Arguments& arguments) {
  const auto tool = arguments.value("to");
  if (!tool) {
    return Failure{ExitCode::Usage, "gpujob site export", "no --to given", "",
                   format("choose one of {}", replace_all(kExportTools, "|", ", "))};
  }
  auto asked = read_request(arguments);
  if (!asked) return asked.failure();
  asked->flags.missing_account = MissingAccount::Warning;
  if (!asked->flags.time) asked->flags.time = kOneHour;
  return SiteExportOptions{parse_common(arguments), *tool, std::move(asked->flags)};
}

CommandResult run_site_export(const SiteExportOptions& options, Session& session) {
  World& world = session.world;
  const auto site = session.data_files.profiles().find(options.words.front());
  if (!site) return site.failure();
  if (site->get().scheduler == Scheduler::None) {
    return Failure{ExitCode::Usage, format("site '{}'", full_name(*site)), "it has no scheduler",
                   "", "name a center; 'gpujob site list' lists them"};
  }
  const auto gpus = gpus_to_export(*site, options.flags);
  if (!gpus) return gpus.failure();
  Work work = command_work(world, {"true"});
  const auto catalogue = session.data_files.catalogue_for(site->get());
  if (!catalogue) return catalogue.failure();

  ExportedSite exported{*site->profile, site->get(), {}};
  const std::string where = format("site '{}'", full_name(*site));
  Diagnostics remarks;
  for (const SourcedValue& gpu : *gpus) {
    Request request = options.flags;
    request.gpu = gpu;
    const auto job = job_on(session, *site, work, std::move(request));
    if (!job && (options.flags.gpu || job.failure().exit == ExitCode::Failed)) return job.failure();
    if (!job) {
      const Diagnostic& why = first_error(job.failure());
      remarks.push_back({why.code, Severity::Note, format("GPU type '{}' left out", gpu.value),
                         why.problem, why.why, why.fix, ""});
      continue;
    }
    const JobPlan& plan = job->resolution.plan;
    const GpuType* type = site->get().find_gpu(plan.gpu->key);
    const GpuModel* model = (*catalogue)->find(plan.gpu->model);
    exported.gpus.push_back({*type, *model, plan});
    for (const Diagnostic& one : job->diagnostics)
      if (one.severity == Severity::Warning) add_new(remarks, one, one.severity, where);
  }
  if (exported.gpus.empty()) return none_left(where, remarks);
  world.out(export_text(options.tool, exported));
  print_diagnostics(world, remarks);
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kSiteExportCommand = {
    .name = "site export",
    .summary = "write a site's GPU requests for another tool",
    .description =
        "Plans a job on each GPU type as 'gpujob plan' does and writes the options that ask for it "
        "where the tool reads them: heads of batch scripts, partitions of ReFrame's site "
        "configuration, resources of a Snakemake profile (executor plugin slurm), labels of a "
        "Nextflow configuration, executors of Parsl, and the form and submit files of an Open "
        "OnDemand app, which are to be cut apart at '---'.\n\n"
        "GPU types that cannot be asked for in a batch job are left out and named on standard "
        "error. A project that the center requires and that is not known is written as PROJECT.",
    .examples = kSiteExportExamples,
    .arguments = kSiteExportArguments,
    .option_sets = {kSiteExportOptions},
    .run = run_command<parse_site_export, run_site_export>,
};

}  // namespace gpujob
