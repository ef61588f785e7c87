// SPDX-License-Identifier: MIT
#include "jobs/sweep/script_all.h"

#include "base/format.h"
#include "base/paths.h"
#include "jobs/request/account.h"
#include "jobs/request/job.h"
#include "jobs/session/session.h"
#include "jobs/session/settings.h"
#include "jobs/session/site_selection.h"

namespace gpujob {

namespace {

/// All clusters of all centers, or the named one.
Result<std::vector<Selection>> selections(Session& session, const JobRequest& request) {
  if (auto known = check_configured_sites(session.data_files, session.configuration); !known)
    return known.failure();
  std::vector<Selection> sites;
  const auto named = site_setting(request.place.site, session.world, session.configuration);
  if (!named || named->value != "all") {
    auto site = choose_site(session.world, session.data_files, named);
    if (!site) return site.failure();
    sites.push_back(*std::move(site));
    return sites;
  }
  Diagnostics problems;
  for (SiteProfile& profile : session.data_files.profiles().all(problems)) {
    const auto shared = std::make_shared<const SiteProfile>(std::move(profile));
    for (const Cluster& cluster : shared->clusters) sites.push_back({shared, cluster.name});
  }
  if (has_errors(problems)) return Failure{ExitCode::Invalid, std::move(problems)};
  return sites;
}

/// Writes the scripts of one workload.
class Writer {
 public:
  Writer(Session& session, const Work& work, std::string directory)
      : session_(session), work_(work), directory_(std::move(directory)) {}

  Result<Combination> write(const Selection& site, const Request& request, const std::string& gpu) {
    Combination combination{site_name(*site.profile, site.get()), gpu, "", {}};
    const auto job = make_job(session_.data_files, site, work_, request);
    if (!job) {
      combination.reasons = job.failure().diagnostics;
      return combination;
    }
    const JobPlan& plan = job->resolution.plan;
    const std::string folder = join_path(full_name(site), gpu.empty() ? "cpu" : gpu);
    combination.file = format("{}/{}.sh", folder, workload_of(plan)->program);
    combination.reasons = job->diagnostics;
    if (auto made = session_.world.make_directory(join_path(directory_, folder)); !made) {
      return made.failure();
    }
    const std::string path = join_path(directory_, combination.file);
    auto done = session_.world.write_plain(path, job->script, FileMode::Executable);
    if (!done) return done.failure();
    return combination;
  }

 private:
  Session& session_;
  const Work& work_;
  std::string directory_;
};

std::vector<std::optional<SourcedValue>> gpus_of(const Cluster& cluster, const Request& request) {
  if (!request.gpu || request.gpu->value != "all") return {request.gpu};
  std::vector<std::optional<SourcedValue>> gpus;
  gpus.reserve(cluster.gpus.size());
  for (const GpuType& type : cluster.gpus) {
    gpus.emplace_back(SourcedValue{type.key, request.gpu->from, request.gpu->origin});
  }
  return gpus;
}

}  // namespace

Result<std::vector<Combination>> write_all_scripts(Session& session, const JobRequest& request,
                                                   const std::string& directory) {
  for (const char* option : {"after", "dependency"}) {
    if (!request.has(option)) continue;
    return Failure{ExitCode::Usage, format("option '--{}'", option), "is for one cluster",
                   "each Slurm knows its own jobs alone", "leave it out, or name the site"};
  }
  auto workload = session.data_files.workloads().find(request.words.at(0));
  if (!workload) return workload.failure();
  const auto sites = selections(session, request);
  if (!sites) return sites.failure();

  Work work{*std::move(workload)};
  Writer writer(session, work, directory);
  std::vector<Combination> all;
  for (const Selection& site : *sites) {
    auto full = complete_request(session, site, work, request.flags, Describe::FromFile);
    if (!full) return full.failure();
    full->missing_account = MissingAccount::Warning;
    add_account_example(site, *full);
    for (const auto& gpu : gpus_of(site.get(), *full)) {
      full->gpu = gpu;
      auto combination = writer.write(site, *full, gpu ? gpu->value : "");
      if (!combination) return combination.failure();
      all.push_back(*std::move(combination));
    }
  }
  return all;
}

}  // namespace gpujob
