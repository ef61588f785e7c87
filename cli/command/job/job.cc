// SPDX-License-Identifier: MIT
#include "command/job/job.h"

#include <algorithm>
#include <cassert>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/ulid.h"
#include "command/args/version.h"
#include "command/config/settings.h"
#include "command/config/site_selection.h"
#include "command/job/account.h"
#include "command/job/after_option.h"
#include "command/job/local_gpu.h"
#include "command/job/local_program.h"
#include "command/job/request_options.h"
#include "command/job/sbatch_words.h"
#include "command/job/script_files.h"
#include "command/runs/run_locator.h"
#include "lint/lint.h"
#include "plan/script_request.h"
#include "plan/stack_choice.h"
#include "render/render.h"
#include "script/parse.h"
#include "workload/files.h"

namespace gpujob {

namespace {

RequestPaths paths_for(const World& world, const Configuration& configuration,
                       const Selection& site, const std::string& data) {
  RequestPaths paths;
  const PlacedText* runs = configuration.find("runs_dir", site.profile->center, site.cluster);
  paths.runs_directory = runs == nullptr ? join_path(data_home(world), "runs") : runs->value;
  paths.libexec = libexec_directory(world);
  paths.programs_directory = join_path(data_home(world), "programs");
  paths.environments = join_path(data_home(world), "environments");
  paths.sources = join_path(data, "src");
  return paths;
}

/// Adds the user's own options for sbatch to the directives, as sbatch does.
Status add_users_own(const std::vector<std::string>& arguments, const std::string& release,
                     ParsedScript& script) {
  auto options = parse_options(arguments, release);
  if (!options) return options.failure();
  for (Directive& option : *options) script.script.directives.push_back(std::move(option));
  return Status{};
}

/// The runs that are on this machine's cores now.
std::vector<std::string> local_runs(World& world, const Configuration& configuration) {
  std::vector<std::string> ids;
  RunLocator locator(world, configuration);
  const RunLocator::LoadedRuns open = locator.open_runs();
  for (const RunGroup& group : open.groups) {
    for (const RunRecord& run : group.runs) {
      const bool here = run.endpoint.kind == EndpointKind::Local && run.job;
      if (here && world.alive(run.job->process)) ids.push_back(run.id);
    }
  }
  return ids;
}

/// The user's script with the directives that are sent; each keeps the line it has there, and what
/// gpujob adds stands on the first.
ParsedScript as_sent(const ParsedScript& rendered, const OwnJob& own, const std::string& release) {
  ParsedScript script = parsed(own, release);
  const std::vector<Directive> users = std::move(script.script.directives);
  script.script.directives = rendered.script.directives;
  for (Directive& directive : script.script.directives) {
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
  Diagnostics found =
      lint(own == nullptr ? script : as_sent(script, *own, site.get().slurm_version), context);
  // The user types flags of the same names, not directives.
  for (Diagnostic& one : found) one.fix = replace_all(one.fix, "'#SBATCH --", "'--");
  advise_on_account(site, request, found);
  if (has_errors(found)) return Failure{ExitCode::Invalid, std::move(found)};
  return found;
}

/// Bytes of memory of this machine, as the kernel reports them.
std::optional<double> machine_memory(const World& world) {
  const auto text = world.read_file("/proc/meminfo");
  if (!text) return std::nullopt;
  for (const std::string_view line : lines(*text)) {
    if (!line.starts_with("MemTotal:")) continue;
    const auto words = split(trim(line.substr(line.find(':') + 1)), ' ');
    const auto kibibytes = parse_integer(words.front());
    if (kibibytes) return static_cast<double>(*kibibytes) * 1024;
  }
  return std::nullopt;
}

}  // namespace

ParsedScript parsed(const Job& job, const std::string& script) {
  ParsedScript read = parse_script("job.sh", script);
  const Status added =
      add_users_own(job.resolution.plan.sbatch_arguments, job.site.get().slurm_version, read);
  assert(added);  // they were read when the job was made
  return read;
}

Result<bool> is_bundled(const World& world, const Workload& workload) {
  const auto data = data_directory(world);
  if (!data) return data.failure();
  return workload.file.starts_with(join_path(*data, "workloads/"));
}

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

Result<RequestFacts> read_facts(World& world, const Configuration& configuration,
                                const Selection& site) {
  const auto data = data_directory(world);
  if (!data) return data.failure();
  auto today = planning_day(world);
  if (!today) return today.failure();
  RequestFacts facts;
  facts.today = *std::move(today);
  facts.paths = paths_for(world, configuration, site, *data);
  return facts;
}

Result<RequestFacts> read_facts(World& world, const Configuration& configuration,
                                const Selection& site, const Workload& workload,
                                Describe describe) {
  auto facts = read_facts(world, configuration, site);
  if (!facts) return facts;
  RequestPaths& paths = facts->paths;
  const auto bundled = is_bundled(world, workload);
  if (!bundled) return bundled.failure();
  if (!*bundled) {
    Diagnostics missing = missing_files(world, workload, workload.folder);
    if (!missing.empty()) return Failure{ExitCode::Invalid, std::move(missing)};
  }
  if (!*bundled && workload.command.empty()) paths.own_sources = workload.folder;
  auto programs = find_programs(world, workload, paths, describe);
  if (!programs) return programs.failure();
  facts->programs = *std::move(programs);
  auto hash = source_hash(world, paths.sources);
  if (!hash) return hash.failure();
  facts->source_hash = *std::move(hash);
  if (!paths.own_sources.empty()) {
    auto own = hash_of_sources(world, paths.own_sources);
    if (!own) return own.failure();
    facts->source_hash = sha256(facts->source_hash + *own);
  }
  return facts;
}

Request complete_request(World& world, const Configuration& configuration, const Selection& site,
                         const RequestFacts& facts, Request request) {
  apply_settings(world, configuration, site.profile->center, site.cluster, request);
  static_cast<RequestFacts&>(request) = facts;
  return request;
}

Result<Request> complete_request(World& world, const Configuration& configuration,
                                 const Selection& site, const Workload& workload, Request request,
                                 Describe describe) {
  const auto facts = read_facts(world, configuration, site, workload, describe);
  if (!facts) return facts.failure();
  return complete_request(world, configuration, site, *facts, std::move(request));
}

Result<Request> complete_own_request(World& world, const Configuration& configuration,
                                     const Selection& site, const OwnJob& own,
                                     const RequestFacts& facts, Request request) {
  request = complete_request(world, configuration, site, facts, std::move(request));
  request.backend.reset();
  request.payload = own.payload;
  const ParsedScript script = parsed(own, site.get().slurm_version);
  if (has_errors(script.diagnostics)) return Failure{ExitCode::Invalid, script.diagnostics};
  const auto& directives = script.script.directives;
  if (auto taken = take_directives(directives, own.file, site.get(), request); !taken) {
    return taken.failure();
  }
  return request;
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
  const std::string& release = site.get().slurm_version;
  if (auto right = check_sbatch_words(request.sbatch_arguments, plan, release); !right) {
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
  if (auto added = add_users_own(request.sbatch_arguments, release, script->parsed); !added) {
    return added.failure();
  }
  auto linted = lint_rendered(data_files, site, request, script->parsed, own);
  if (!linted) return linted.failure();

  Diagnostics diagnostics = resolution->diagnostics;
  append(diagnostics, *std::move(linted));
  return Job{site,
             *std::move(resolution),
             std::move(script->text),
             std::move(build_script),
             own == nullptr ? std::string() : own->text,
             std::move(diagnostics)};
}

namespace {

/// Is the environment that the job activates there, where it is one that a recipe makes?
Status check_environment(const World& world, const Selection& site, const Request& request,
                         const JobPlan& plan) {
  const std::vector<Stack>& stacks = site.get().stacks;
  const auto used = std::find_if(stacks.begin(), stacks.end(), [&](const Stack& stack) {
    return stack.recipe &&
           plan.modules.venv == made_environment(request.paths.environments, site.profile->center,
                                                 site.get().name, stack);
  });
  if (used == stacks.end()) return {};
  const auto made = world.is_file(join_path(plan.modules.venv, std::string(kInstalledPackages)));
  if (!made) return made.failure();
  if (*made) return {};
  return Failure{ExitCode::Invalid, format("stack '{}'", used->name), "its environment is not made",
                 plan.modules.venv,
                 format("run 'gpujob stack build {} --site {}' at the center first", used->name,
                        site_name(*site.profile, site.get()))};
}

Result<Job> prepare_one(World& world, DataFiles& data_files, const Configuration& configuration,
                        const Selection& site, const Work& work, const RequestFacts& facts,
                        SiteAccounts& accounts, LocalPrograms& programs, Request flags,
                        const Arguments& arguments, const JobPurpose& purpose) {
  Result<Request> request =
      work.own
          ? complete_own_request(world, configuration, site, *work.own, facts, std::move(flags))
          : complete_request(world, configuration, site, facts, std::move(flags));
  if (!request) return request.failure();
  const bool here = site.get().scheduler == Scheduler::None;
  // A plan for this machine may be meant for another one like it; a job that is sent starts here.
  const bool named = site_setting(arguments.value("site"), world, configuration).has_value();
  if (here && (!named || purpose.kind == JobKind::Sent)) {
    if (auto has = check_local_gpu(world, data_files.profiles(), *request, named); !has) {
      return has.failure();
    }
    if (purpose.runs_command && purpose.kind == JobKind::Sent) {
      if (auto there = programs.find_command(arguments); !there) return there.failure();
    }
  }
  if (purpose.kind == JobKind::Shown) request->missing_account = MissingAccount::Warning;
  const Diagnostics notes = accounts.complete(*request);
  const bool shown = purpose.kind == JobKind::Shown || purpose.kind == JobKind::Checked;
  if (!shown) request->run_id = purpose.run_id.empty() ? make_ulid(world) : purpose.run_id;
  if (purpose.kind == JobKind::Portable) {
    if (work.own) {
      return Failure{ExitCode::Usage, "option '--bundle'", "is for workloads",
                     "a job of your own needs its run's directory",
                     "use 'gpujob submit' at the center"};
    }
    return make_job(data_files, site, work.workload, portable(*std::move(request), work.workload));
  }
  auto job = make_job(data_files, site, work.workload, *request, work.own ? &*work.own : nullptr);
  if (job && purpose.kind == JobKind::Sent) {
    auto there = here ? programs.find_program(job->resolution.plan)
                      : check_environment(world, site, *request, job->resolution.plan);
    if (!there) return there.failure();
  }
  if (!job) {
    Failure failure = job.failure();
    append(failure.diagnostics, notes);
    append(failure.diagnostics, accounts.listed());
    return failure;
  }
  append(job->diagnostics, notes);
  return job;
}

}  // namespace

Result<std::vector<Result<Job>>> prepare_jobs(World& world, DataFiles& data_files,
                                              const Configuration& configuration,
                                              const Arguments& arguments,
                                              std::vector<Request> flags,
                                              const JobPurpose& purpose) {
  auto work = purpose.runs_command ? command_work(world, arguments.rest())
                                   : find_work(world, data_files, arguments);
  if (!work) return work.failure();
  const auto site = select_site(world, data_files, configuration, arguments);
  if (!site) return site.failure();
  const bool asks = purpose.kind == JobKind::Sent || purpose.kind == JobKind::Checked;
  const auto dependency =
      read_dependency(world, configuration, *site, arguments, asks ? Refresh::Yes : Refresh::No);
  if (!dependency) return dependency.failure();
  auto facts = work->own
                   ? read_facts(world, configuration, *site)
                   : read_facts(world, configuration, *site, work->workload, purpose.describe);
  if (!facts) return facts.failure();
  if (purpose.kind != JobKind::Portable) facts->machine_memory = machine_memory(world);
  if (purpose.kind == JobKind::Sent && site->get().scheduler == Scheduler::None) {
    facts->neighbours = local_runs(world, configuration);
  }
  SiteAccounts accounts(world, *site, [&]() -> std::optional<Endpoint> {
    if (!asks && !arguments.has("sandbox")) return std::nullopt;
    auto endpoint =
        endpoint_for(world, data_files, *site, endpoint_flags(arguments), Need::Answers);
    return endpoint ? std::optional(*std::move(endpoint)) : std::nullopt;
  });
  LocalPrograms programs(world);
  std::vector<Result<Job>> jobs;
  jobs.reserve(flags.size());
  for (Request& one : flags) {
    if (purpose.runs_command) one.sbatch_arguments.clear();
    one.dependency = *dependency;
    if (work->own) {
      if (auto placed = place_own_job(world, arguments, *work->own, one); !placed) {
        return placed.failure();
      }
    }
    jobs.push_back(prepare_one(world, data_files, configuration, *site, *work, *facts, accounts,
                               programs, std::move(one), arguments, purpose));
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
