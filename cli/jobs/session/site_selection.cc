// SPDX-License-Identifier: MIT
#include "jobs/session/site_selection.h"

#include <algorithm>

#include "base/format.h"
#include "base/suggest.h"
#include "jobs/session/settings.h"
#include "remote/connection.h"
#include "sandbox/endpoint.h"
#include "sandbox/record.h"

namespace gpujob {

namespace {

Failure nothing_detected(const World& world, const SlurmHere& slurm) {
  const std::string cluster =
      slurm.cluster_name.empty() ? "" : format("cluster name '{}', ", slurm.cluster_name);
  const bool is_broken = slurm.presence == SlurmPresence::Broken;
  return {ExitCode::Usage, "gpujob", "no --site given",
          is_broken ? format("the Slurm installed here cannot be asked: {}", slurm.why)
                    : format("Slurm is here, but no profile matches {}host name '{}'", cluster,
                             world.host_name()),
          is_broken ? way_to_mend(slurm) + ", or name a site with --site"
                    : "name the site with --site; 'gpujob site list' lists them"};
}

/// A sandbox that runs every node without a daemon takes no jobs.
bool serves(const SandboxRecord& sandbox, Need need) {
  const bool only_asks = need == Need::Answers || need == Need::Check || need == Need::Verdicts ||
                         need == Need::Facts || need == Need::Counts;
  return only_asks || sandbox.scale == SandboxScale::Run;
}

/// The running sandbox of the site, if there is one. Fails with ExitCode::Usage if there are two.
Result<std::optional<Endpoint>> sandbox_of(World& world, const std::string& site, Need need) {
  Diagnostics damaged;  // 'gpujob sandbox list' tells of them
  std::vector<SandboxRecord> found;
  for (SandboxRecord& one : all_sandboxes(world, damaged)) {
    if (one.site() == site && serves(one, need) && is_running(world, one)) {
      found.push_back(std::move(one));
    }
  }
  if (found.empty()) return std::optional<Endpoint>();
  if (found.size() > 1) {
    return Failure{ExitCode::Usage, format("site '{}'", site), "which sandbox is not said",
                   format("'{}' and '{}' run", found[0].name, found[1].name),
                   format("add --sandbox={}", found[0].name)};
  }
  return std::optional(endpoint_of(found.front()));
}

Result<Endpoint> named_sandbox(World& world, const std::string& name, const std::string& site,
                               Need need) {
  const auto record = find_sandbox(world, name, site);
  if (!record) return record.failure();
  const std::string where = format("sandbox '{}'", record->name);
  if (record->site() != site) {
    return Failure{ExitCode::Usage, where, format("impersonates {}", record->site()),
                   format("the job is for {}", site), format("use --site {}", record->site())};
  }
  if (!serves(*record, need)) {
    return Failure{ExitCode::Usage, where, "takes no jobs",
                   "it was made with --scale full and only answers questions",
                   "make one with --scale run; 'gpujob submit' with --check asks this one"};
  }
  return endpoint_of(*record);
}

std::string named_by(const Detection& detection) {
  return format("{}/{}", detection.center, detection.cluster);
}

/// ClusterNames of the Slurms from which jobs for the site can be sent: its own, and those of its
/// center's other clusters if jobs get there with --clusters.
std::vector<std::string> cluster_names_for(const Selection& site) {
  if (site.get().match.cluster_name.empty()) return {};
  if (!site.get().needs_clusters_option) return {site.get().match.cluster_name};
  std::vector<std::string> names;
  for (const Cluster& cluster : site.profile->clusters) {
    if (!cluster.match.cluster_name.empty()) names.push_back(cluster.match.cluster_name);
  }
  return names;
}

bool goes_through_connection(Need need) {
  return need == Need::Jobs || need == Need::Command || need == Need::Counts;
}

/// Is the site behind an open connection?
Status look_for_connection(World& world, const Selection& site, EndpointQuestion& question) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  const PlacedText* host = configuration->find("ssh", site.profile->center, site.cluster);
  if (host == nullptr) return {};
  question.ssh_host = host->value;
  const auto open = is_connected(world, host->value);
  if (!open) return open.failure();
  if (!*open) return {};
  question.connected.emplace();
  question.connected->kind = EndpointKind::Ssh;
  question.connected->host = host->value;
  return {};
}

/// What a command that needs `need` can do without any Slurm.
WayToLook way_to_look(Need need) {
  switch (need) {
    case Need::Answers:
    case Need::Counts:
      return {"go on with what the profile says", "the center"};
    case Need::Check:
      return {"give --dry-run in place of --check", "the script"};
    case Need::Verdicts:
      return {"leave out --live", "what the profile says"};
    case Need::Facts:
      return {"use --from with saved outputs", "what they say"};
    case Need::Session:
      return {"leave out --run", "the line"};
    case Need::Command:
      return {"use 'gpujob script --wrap COMMAND'", "the script"};
    case Need::Jobs:
    case Need::Builds:
      break;
  }
  return {};
}

}  // namespace

Result<HostEnvironment> read_host_environment(World& world, const DataFiles& data_files) {
  HostEnvironment around;
  around.slurm = find_slurm(world);
  if (const auto sandbox = sandbox_of_shell(world)) {
    around.sandbox = sandbox->name;
    around.detected = Detection{sandbox->center, sandbox->cluster,
                                format("SLURM_CONF of sandbox '{}'", sandbox->name)};
    return around;
  }
  auto detected = data_files.profiles().detect(around.slurm.cluster_name, world.host_name());
  if (!detected) return detected.failure();
  around.detected = *std::move(detected);
  return around;
}

Result<Selection> choose_site(World& world, DataFiles& data_files,
                              const std::optional<SourcedValue>& named) {
  if (named) {
    auto found = data_files.profiles().find(named->value);
    if (found || named->from == From::Flag) return found;
    Diagnostics diagnostics = found.failure().diagnostics;
    diagnostics.push_back({"", Severity::Note, format("site '{}'", named->value),
                           format("comes from {}", named->origin), "", "--site wins over it", ""});
    return Failure{found.failure().exit, std::move(diagnostics)};
  }
  auto around = read_host_environment(world, data_files);
  if (!around) return around.failure();
  if (around->detected) return data_files.profiles().find(named_by(*around->detected));
  if (around->slurm.presence != SlurmPresence::Absent) {
    return nothing_detected(world, around->slurm);
  }
  return data_files.profiles().find(kLocalSite);
}

bool is_known_site(const DataFiles& data_files, const std::string& site) {
  Diagnostics unlisted;  // `find` tells of them
  const auto names = data_files.profiles().names(unlisted);
  if (std::find(names.begin(), names.end(), site) != names.end()) return true;
  const auto found = data_files.profiles().find(site);  // a cluster that no index lists
  return found || found.failure().exit != ExitCode::Usage;
}

Diagnostics unknown_sites(const DataFiles& data_files, const Configuration& configuration) {
  Diagnostics found;
  for (const auto& [site, complaint] : configuration.complaints) {
    if (is_known_site(data_files, site)) continue;
    found.push_back(complaint);
    Diagnostics unlisted;  // only a suggestion is made of the names
    found.back().fix = did_you_mean(site, data_files.profiles().names(unlisted));
  }
  return found;
}

Status check_configured_sites(const DataFiles& data_files, const Configuration& configuration) {
  Diagnostics found = unknown_sites(data_files, configuration);
  if (found.empty()) return {};
  return Failure{ExitCode::Usage, std::move(found)};
}

Result<Selection> select_site(World& world, DataFiles& data_files,
                              const Configuration& configuration, const PlaceFlags& place) {
  if (auto known = check_configured_sites(data_files, configuration); !known)
    return known.failure();
  auto named = site_setting(place.site, world, configuration);
  if (place.sandbox && !place.site) {
    auto record = find_sandbox(world, *place.sandbox, "");
    if (!record) return record.failure();
    named = SourcedValue{record->site(), From::Flag, "--sandbox"};
  }
  return choose_site(world, data_files, named);
}

Result<Endpoint> endpoint_for(World& world, const DataFiles& data_files, const Selection& site,
                              const PlaceFlags& flags, Need need) {
  if (flags.sandbox) return named_sandbox(world, *flags.sandbox, full_name(site), need);
  if (site.get().scheduler == Scheduler::None)
    return endpoint_for(world, site, flags, need, HostEnvironment{});
  const auto around = read_host_environment(world, data_files);
  if (!around) return around.failure();
  return endpoint_for(world, site, flags, need, *around);
}

namespace {

/// The center's own command in place of sbatch.
Result<Endpoint> with_submit_command(const World& world, const Selection& site, Endpoint endpoint) {
  const std::string& command = site.get().submit_command;
  const auto program = world.find_program(command);
  if (!program) {
    return Failure{
        ExitCode::Scheduler, full_name(site), format("its command '{}' is not here", command),
        "jobs are sent with it in place of sbatch", "load what provides it, or log in where it is"};
  }
  endpoint.sbatch = *program;
  return endpoint;
}

}  // namespace

Result<Endpoint> endpoint_for(World& world, const Selection& site, const PlaceFlags& flags,
                              Need need, const HostEnvironment& around) {
  EndpointQuestion question;
  question.site = full_name(site);
  question.cluster_names = cluster_names_for(site);
  question.takes_clusters_option = site.get().needs_clusters_option;
  question.here = flags.here;
  question.site_is_local = site.get().scheduler == Scheduler::None;
  question.look = way_to_look(need);
  if (question.site_is_local) return choose_endpoint(question);
  if (!around.sandbox.empty()) return named_sandbox(world, around.sandbox, question.site, need);
  question.slurm = around.slurm;
  if (around.detected) question.detected = named_by(*around.detected);
  if (around.slurm.presence == SlurmPresence::Absent) {
    auto running = sandbox_of(world, question.site, need);
    if (!running) return running.failure();
    question.sandbox = *std::move(running);
  }
  auto chosen = choose_endpoint(question);
  if (chosen && chosen->kind == EndpointKind::Slurm && !site.get().submit_command.empty())
    return with_submit_command(world, site, *std::move(chosen));
  const bool may_connect = goes_through_connection(need) && !flags.here;
  const bool leads_nowhere = !chosen && (chosen.failure().exit == ExitCode::Scheduler ||
                                         chosen.failure().exit == ExitCode::Usage);
  if (!may_connect || !leads_nowhere) return chosen;
  if (auto asked = look_for_connection(world, site, question); !asked) return asked.failure();
  return choose_endpoint(question);
}

std::string sandbox_note(const World& world, const Endpoint& endpoint, const std::string& what) {
  const bool by_shell = world.variable("SLURM_CONF") == endpoint.slurm_conf;
  return format("{}; {} sandbox '{}'",
                by_shell ? "this shell talks to it" : "no Slurm on this machine", what,
                endpoint.sandbox);
}

std::string full_name(const Selection& site) {
  return format("{}/{}", site.profile->center, site.cluster);
}

}  // namespace gpujob
