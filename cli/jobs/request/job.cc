// SPDX-License-Identifier: MIT
#include "jobs/request/job.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/ulid.h"
#include "jobs/request/account.h"
#include "jobs/request/after_option.h"
#include "jobs/request/local_gpu.h"
#include "jobs/request/sbatch_words.h"
#include "jobs/request/script_files.h"
#include "jobs/session/program_version.h"
#include "jobs/session/run_locator.h"
#include "jobs/session/session.h"
#include "jobs/session/settings.h"
#include "jobs/session/site_selection.h"
#include "lint/known_options.h"
#include "lint/lint.h"
#include "plan/script_request.h"
#include "plan/stack_choice.h"
#include "render/render.h"
#include "script/parse.h"
#include "workload/files.h"

namespace gpujob {

namespace {

RequestPaths paths_for(Session& session, const Selection& site, const std::string& data) {
  RequestPaths paths;
  paths.runs_directory = runs_directory_of(session, site);
  paths.libexec = libexec_directory(session.world);
  paths.programs_directory = join_path(data_home(session.world), "programs");
  paths.environments = join_path(data_home(session.world), "environments");
  paths.sources = join_path(data, "src");
  return paths;
}

/// Adds the user's own options for sbatch to the directives, as sbatch does.
Status add_users_own(const std::vector<std::string>& arguments, const KnownOptions& known,
                     ParsedScript& script) {
  auto options = parse_options(arguments, known);
  if (!options) return options.failure();
  for (Directive& option : *options) script.script.directives.push_back(std::move(option));
  return Status{};
}

/// The user's script with the directives that are sent; each keeps the line it has there, and what
/// gpujob adds stands on the first.
ParsedScript as_sent(const ParsedScript& rendered, const Work& work, const Cluster& cluster) {
  ParsedScript script = parsed(work, known_options(cluster));
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
                                  const Work& work) {
  if (site.get().scheduler == Scheduler::None) return Diagnostics{};
  LintContext context = lint_context(data_files, site);
  const bool is_own = own_job_of(work) != nullptr;
  if (is_own) context.script_name = work.file;
  Diagnostics found = lint(is_own ? as_sent(script, work, site.get()) : script, context);
  // The user types flags of the same names, not directives.
  for (Diagnostic& one : found) one.fix = replace_all(one.fix, "'#SBATCH --", "'--");
  advise_on_account(site, request, found);
  if (has_errors(found)) return Failure{ExitCode::Invalid, std::move(found)};
  return found;
}

}  // namespace

ParsedScript parsed(const Job& job, const std::string& script) {
  const KnownOptions known = known_options(job.site.get());
  ParsedScript read = parse_script("job.sh", script, known);
  const Status added = add_users_own(job.resolution.plan.sbatch_arguments, known, read);
  assert(added);  // they were read when the job was made
  return read;
}

std::string runs_directory_of(Session& session, const Selection& site) {
  const PlacedText* runs =
      session.configuration.find("runs_dir", site.profile->center, site.cluster);
  return runs == nullptr ? join_path(data_home(session.world), "runs") : runs->value;
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

Result<RequestFacts> read_facts(Session& session, const Selection& site, const Work& work,
                                Describe describe) {
  const auto data = data_directory(session.world);
  if (!data) return data.failure();
  auto today = planning_day(session.world);
  if (!today) return today.failure();
  RequestFacts facts;
  facts.today = *std::move(today);
  facts.paths = paths_for(session, site, *data);
  const Workload* manifest = manifest_of(work);
  if (manifest == nullptr) return facts;
  const Workload& workload = *manifest;
  RequestPaths& paths = facts.paths;
  const auto bundled = is_bundled(session.world, workload);
  if (!bundled) return bundled.failure();
  if (!*bundled) {
    Diagnostics missing = missing_files(session.world, workload, workload.folder);
    if (!missing.empty()) return Failure{ExitCode::Invalid, std::move(missing)};
  }
  if (!*bundled && workload.command.empty()) paths.own_sources = workload.folder;
  auto programs = find_programs(session.world, workload, paths, describe);
  if (!programs) return programs.failure();
  facts.programs = *std::move(programs);
  auto hash = source_hash(session.world, paths.sources);
  if (!hash) return hash.failure();
  facts.source_hash = *std::move(hash);
  if (!paths.own_sources.empty()) {
    auto own = hash_of_sources(session.world, paths.own_sources);
    if (!own) return own.failure();
    facts.source_hash = sha256(facts.source_hash + *own);
  }
  return facts;
}

Result<Request> complete_request(Session& session, const Selection& site, Work& work,
                                 const RequestFacts& facts, Request request) {
  apply_settings(session.world, session.configuration, site.profile->center, site.cluster, request);
  static_cast<RequestFacts&>(request) = facts;
  auto* const own = std::get_if<ScriptPlan>(&work.payload);
  if (manifest_of(work) == nullptr) request.backend.reset();
  if (own == nullptr) return request;
  const ParsedScript script = parsed(work, known_options(site.get()));
  if (has_errors(script.diagnostics)) return Failure{ExitCode::Invalid, script.diagnostics};
  const auto& directives = script.script.directives;
  if (auto taken = take_directives(directives, work.file, site.get(), request, *own); !taken) {
    return taken.failure();
  }
  return request;
}

Result<Request> complete_request(Session& session, const Selection& site, Work& work,
                                 Request request, Describe describe) {
  const auto facts = read_facts(session, site, work, describe);
  if (!facts) return facts.failure();
  return complete_request(session, site, work, *facts, std::move(request));
}

JobPlace place_of(const Job& job) {
  const JobPlan& plan = job.resolution.plan;
  const Partition* const standard = job.site.get().default_partition();
  JobPlace place{plan.partition, ""};
  if (place.partition.empty() && standard != nullptr) place.partition = standard->name;
  if (const std::string* const qos = option_value(plan, "qos")) place.qos = *qos;
  return place;
}

Result<Job> make_job(DataFiles& data_files, const Selection& site, const Work& work,
                     const Request& request) {
  const auto catalogue = data_files.catalogue_for(site.get());
  if (!catalogue) return catalogue.failure();
  const auto templates = data_files.templates();
  if (!templates) return templates.failure();

  auto resolution =
      resolve(request, ResolveInput{*site.profile, site.get(), **catalogue, work.payload});
  if (!resolution) return resolution.failure();
  resolution->profile = data_files.version_of(site);
  JobPlan& plan = resolution->plan;
  // A folder to be carried is itself the run's directory: everything lies beside the script.
  if (request.paths.runs_directory == kPortableDirectory) plan.run_directory = kPortableDirectory;
  const KnownOptions known = known_options(site.get());
  if (auto right = check_sbatch_words(request.sbatch_arguments, plan, known); !right) {
    return right.failure();
  }
  // From here on the plan is final: the script is only its text.
  auto script = render_job(plan, **templates, std::string(kProgramVersion));
  if (!script) return script.failure();
  std::string build_script;
  if (const BuildPlan* planned = build_of(plan)) {
    auto build = render_build(*planned, **templates, std::string(kProgramVersion));
    if (!build) return build.failure();
    build_script = *std::move(build);
  }
  if (auto added = add_users_own(request.sbatch_arguments, known, script->parsed); !added) {
    return added.failure();
  }
  auto linted = lint_rendered(data_files, site, request, script->parsed, work);
  if (!linted) {
    Failure failure = linted.failure();
    std::copy_if(resolution->diagnostics.begin(), resolution->diagnostics.end(),
                 std::back_inserter(failure.diagnostics),
                 [](const Diagnostic& one) { return one.code == "gp231"; });  // of old facts
    return failure;
  }

  Diagnostics diagnostics = resolution->diagnostics;
  append(diagnostics, *std::move(linted));
  return Job{site,      *std::move(resolution), std::move(script->text), std::move(build_script),
             work.text, std::move(diagnostics)};
}

}  // namespace gpujob
