// SPDX-License-Identifier: MIT
#include "command/job/job.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/ulid.h"
#include "command/args/version.h"
#include "command/config/settings.h"
#include "command/config/site_selection.h"
#include "command/job/account.h"
#include "command/job/after_option.h"
#include "command/job/local_gpu.h"
#include "command/job/request_options.h"
#include "command/job/sbatch_words.h"
#include "command/job/script_files.h"
#include "lint/lint.h"
#include "plan/script_request.h"
#include "render/render.h"
#include "script/parse.h"

namespace gpujob {

namespace {

/// Adds the user's own options for sbatch to the directives, as sbatch does.
Status add_users_own(const std::vector<std::string>& arguments, ParsedScript& script) {
  auto options = parse_options(arguments);
  if (!options) return options.failure();
  for (Directive& option : *options) script.script.directives.push_back(std::move(option));
  return Status{};
}

/// The user's script with the directives that are sent; each keeps the line it has there, and what
/// gpujob adds stands on the first.
ParsedScript as_sent(const ParsedScript& rendered, const OwnJob& own) {
  ParsedScript script = own.parsed;
  script.script.directives = rendered.script.directives;
  for (Directive& directive : script.script.directives) {
    const auto& users = own.parsed.script.directives;
    const auto same = std::find(users.begin(), users.end(), directive);
    directive.line = same == users.end() ? 1 : same->line;
  }
  return script;
}

/// Lints the rendered script like any other.
Result<Diagnostics> lint_rendered(DataFiles& data_files, const Selection& site,
                                  const Request& request, const ParsedScript& script,
                                  const OwnJob* own) {
  if (site.get().scheduler == Scheduler::None) return Diagnostics{};
  LintContext context = lint_context(data_files, site);
  if (own != nullptr) context.script_name = own->file;
  Diagnostics found = lint(own == nullptr ? script : as_sent(script, *own), context);
  // The user types flags of the same names, not directives.
  for (Diagnostic& one : found) one.fix = replace_all(one.fix, "'#SBATCH --", "'--");
  advise_on_account(site, request, found);
  if (has_errors(found)) return Failure{ExitCode::Invalid, std::move(found)};
  return found;
}

Request with_facts(const World& world, const Configuration& configuration, const Selection& site,
                   const OutsideFacts& facts, Request request) {
  apply_settings(world, configuration, site.profile->center, site.cluster, request);
  request.today = facts.today;
  request.paths = facts.paths;
  request.programs = facts.programs;
  request.source_hash = facts.source_hash;
  return request;
}

/// Adds what the user's own script asks for.
Result<Request> with_script(const Selection& site, const OwnJob& own, Request request) {
  request.backend.reset();
  request.payload = own.payload;
  const auto& directives = own.parsed.script.directives;
  if (auto taken = take_directives(directives, own.file, site.get(), request); !taken) {
    return taken.failure();
  }
  return request;
}

}  // namespace

LintContext lint_context(DataFiles& data_files, const Selection& site) {
  LintContext context{site.profile->center, site.get(), data_files.account_patterns(), "job.sh",
                      site.profile.get()};
  // Without the catalogue the rules know less; planning reports why it cannot be read. Where
  // Slurm's names of the types are unknown, the models that the cluster does not have count too.
  const std::vector<GpuType>& gpus = site.get().gpus;
  const bool all =
      std::any_of(gpus.begin(), gpus.end(), [](const GpuType& gpu) { return gpu.gres.empty(); });
  if (const auto models = all ? data_files.catalogue() : data_files.catalogue_for(site.get())) {
    context.models = *models;
  }
  return context;
}

Result<Request> complete_request(World& world, const Configuration& configuration,
                                 const Selection& site, const Workload& workload, Request request,
                                 Describe describe) {
  const auto facts = read_facts(world, configuration, site, &workload, describe);
  if (!facts) return facts.failure();
  return with_facts(world, configuration, site, *facts, std::move(request));
}

Result<Request> complete_own_request(World& world, const Configuration& configuration,
                                     const Selection& site, const OwnJob& own, Request request) {
  const auto facts = read_facts(world, configuration, site, nullptr, Describe::FromFile);
  if (!facts) return facts.failure();
  return with_script(site, own, with_facts(world, configuration, site, *facts, std::move(request)));
}

Result<Job> make_job(DataFiles& data_files, const Selection& site, const Workload& workload,
                     const Request& request, const OwnJob* own) {
  const auto catalogue = data_files.catalogue_for(site.get());
  if (!catalogue) return catalogue.failure();
  const auto templates = data_files.templates();
  if (!templates) return templates.failure();

  auto resolution =
      resolve(request, ResolveInput{*site.profile, site.get(), **catalogue, workload});
  if (!resolution) return resolution.failure();
  resolution->profile = data_files.version_of(site);
  JobPlan& plan = resolution->plan;
  // A folder to be carried is itself the run's directory: everything lies beside the script.
  if (request.paths.runs_directory == kPortableDirectory) plan.run_directory = kPortableDirectory;
  if (auto right = check_sbatch_words(request.sbatch_arguments, plan); !right) {
    return right.failure();
  }
  // From here on the plan is final: the script is only its text.
  auto script = render_job(plan, **templates, std::string(kProgramVersion));
  if (!script) return script.failure();
  std::string build_script;
  if (plan.build) {
    auto build = render_build(*plan.build, **templates, std::string(kProgramVersion));
    if (!build) return build.failure();
    build_script = *std::move(build);
  }
  if (auto added = add_users_own(request.sbatch_arguments, script->parsed); !added) {
    return added.failure();
  }
  auto linted = lint_rendered(data_files, site, request, script->parsed, own);
  if (!linted) return linted.failure();

  Diagnostics diagnostics = resolution->diagnostics;
  append(diagnostics, *std::move(linted));
  return Job{site,
             *std::move(resolution),
             std::move(script->text),
             std::move(script->parsed),
             std::move(build_script),
             own == nullptr ? std::string() : own->text,
             std::move(diagnostics)};
}

namespace {

/// What the jobs of one command line have in common.
struct Common {
  Work work;
  Selection site;
  bool names_site = false;
  OutsideFacts facts;
  std::vector<std::string> neighbours;
};

bool asks_scheduler(const JobPurpose& purpose) {
  return purpose.kind == JobKind::Sent || purpose.kind == JobKind::Checked;
}

Result<Request> request_for_job(World& world, DataFiles& data_files,
                                const Configuration& configuration, const Common& common,
                                Request flags, const JobPurpose& purpose) {
  Request all = with_facts(world, configuration, common.site, common.facts, std::move(flags));
  auto request = common.work.own ? with_script(common.site, *common.work.own, std::move(all))
                                 : Result<Request>(std::move(all));
  if (!request) return request.failure();
  const bool here = common.site.get().scheduler == Scheduler::None;
  // A plan for this machine may be meant for another one like it; a job that is sent starts here.
  if (here && (!common.names_site || purpose.kind == JobKind::Sent)) {
    const auto has = check_local_gpu(world, data_files.profiles(), *request, common.names_site);
    if (!has) return has.failure();
  }
  if (purpose.kind == JobKind::Shown) request->missing_account = MissingAccount::Warning;
  request->neighbours = common.neighbours;
  return request;
}

Result<Job> plan_one(World& world, DataFiles& data_files, const Common& common, Request request,
                     const JobPurpose& purpose) {
  const auto& [workload, own] = common.work;
  const bool shown = purpose.kind == JobKind::Shown || purpose.kind == JobKind::Checked;
  if (!shown) request.run_id = make_ulid(world);
  if (purpose.kind == JobKind::Portable) {
    if (own) {
      return Failure{ExitCode::Usage, "option '--bundle'", "is for workloads",
                     "a job of your own needs its run's directory",
                     "use 'gpujob submit' at the center"};
    }
    return make_job(data_files, common.site, workload, portable(std::move(request), workload));
  }
  request.machine_memory = common.facts.machine_memory;
  return make_job(data_files, common.site, workload, request, own ? &*own : nullptr);
}

Result<Common> read_common(World& world, DataFiles& data_files, const Configuration& configuration,
                           const Arguments& arguments, const JobPurpose& purpose) {
  auto work = purpose.runs_command ? command_work(world, arguments.rest())
                                   : find_work(world, data_files, arguments);
  if (!work) return work.failure();
  auto site = select_site(world, data_files, configuration, arguments);
  if (!site) return site.failure();
  Common common{*std::move(work), *std::move(site), {}, {}, {}};
  common.names_site = site_setting(arguments.value("site"), world, configuration).has_value();
  auto facts = read_facts(world, configuration, common.site,
                          common.work.own ? nullptr : &common.work.workload, purpose.describe);
  if (!facts) return facts.failure();
  common.facts = *std::move(facts);
  if (purpose.kind == JobKind::Sent && common.site.get().scheduler == Scheduler::None) {
    common.neighbours = local_runs(world, configuration);
  }
  return common;
}

}  // namespace

Result<std::vector<Result<Job>>> prepare_jobs(World& world, DataFiles& data_files,
                                              const Configuration& configuration,
                                              const Arguments& arguments,
                                              std::vector<Request> flags,
                                              const JobPurpose& purpose) {
  auto common = read_common(world, data_files, configuration, arguments, purpose);
  if (!common) return common.failure();
  const bool asks = asks_scheduler(purpose);
  const auto dependency = read_dependency(world, configuration, common->site, arguments,
                                          asks ? Refresh::Yes : Refresh::No);
  if (!dependency) return dependency.failure();
  std::vector<Result<Job>> jobs;
  jobs.reserve(flags.size());
  std::optional<Request> charged;  // the first request: all points have its account
  Diagnostics notes;
  for (Request& one : flags) {
    if (purpose.runs_command) one.sbatch_arguments.clear();
    one.dependency = *dependency;
    if (common->work.own) {
      if (auto placed = place_own_job(world, arguments, *common->work.own, one); !placed) {
        return placed.failure();
      }
    }
    auto request =
        request_for_job(world, data_files, configuration, *common, std::move(one), purpose);
    if (!request) {
      jobs.emplace_back(request.failure());
      continue;
    }
    if (!charged) {
      notes = complete_account(world, data_files, common->site, arguments.value("sandbox"), asks,
                               *request);
      charged = *request;
    }
    request->account = charged->account;
    request->account_example = charged->account_example;
    auto job = plan_one(world, data_files, *common, *std::move(request), purpose);
    if (job) append(job->diagnostics, notes);
    jobs.push_back(std::move(job));
  }
  return jobs;
}

Result<Job> prepare_job(World& world, DataFiles& data_files, const Configuration& configuration,
                        const Arguments& arguments, const JobPurpose& purpose) {
  auto flags = read_request(arguments);
  if (!flags) return flags.failure();
  auto jobs =
      prepare_jobs(world, data_files, configuration, arguments, {*std::move(flags)}, purpose);
  if (!jobs) return jobs.failure();
  return std::move(jobs->front());
}

}  // namespace gpujob
