// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/world.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "plan/explanation.h"
#include "run/choose_endpoint.h"

namespace gpujob {

/// What this machine says of itself: its Slurm, and the site it belongs to.
struct HostEnvironment {
  SlurmHere slurm;
  std::optional<Detection> detected;
  std::string sandbox;  ///< whose Slurm this shell talks to ('gpujob sandbox env'); empty: of none
};

/// Looks for Slurm (at most 5 s) and matches cluster and host name against every profile; a shell
/// that talks to a sandbox belongs to the site that this impersonates.
/// Fails with ExitCode::Usage if several match.
Result<HostEnvironment> read_host_environment(World& world, const DataFiles& data_files);

/// The site of a job: the named one, else the one this machine belongs to, else this machine
/// itself. Fails with ExitCode::Usage where Slurm is here and belongs to no known site.
Result<Selection> choose_site(World& world, DataFiles& data_files,
                              const std::optional<SourcedValue>& named);

/// Is it a center, a cluster or both, by some profile?
bool is_known_site(const DataFiles& data_files, const std::string& site);

/// The sites of config.yaml that no profile knows, each with its place and a suggestion: a slip
/// that would silently do nothing.
Diagnostics unknown_sites(const DataFiles& data_files, const Configuration& configuration);

/// Does every site of config.yaml have a profile? Fails with ExitCode::Usage.
Status check_configured_sites(const DataFiles& data_files, const Configuration& configuration);

/// What the user says about where jobs go: --site, --sandbox and --here.
struct PlaceFlags {
  std::optional<std::string> site{};
  std::optional<std::string> sandbox{};  ///< empty: the one of the site
  bool here = false;                     ///< this machine's Slurm is the site's
};

/// The site that is meant: --site, else the site of the sandbox that --sandbox means, else what
/// choose_site finds with the other places a site may be named in.
Result<Selection> select_site(World& world, DataFiles& data_files,
                              const Configuration& configuration, const PlaceFlags& place);

/// What a scheduler is wanted for; verdicts are answers about scripts, facts those about the
/// cluster, counts those of its GPUs. A sandbox of full scale only answers questions. Only jobs and
/// counts go through a connection: builds and sessions are work on a machine of the center. The
/// rest words what else can be done: a check is an answer too, a command (`gpujob run`) is a job.
enum class Need { Answers, Check, Verdicts, Facts, Counts, Jobs, Command, Builds, Session };

/// Where a job for `site` goes from here: the sandbox that --sandbox names, else see
/// run/choose_endpoint.h, also for the failures.
Result<Endpoint> endpoint_for(World& world, const DataFiles& data_files, const Selection& site,
                              const PlaceFlags& flags, Need need = Need::Jobs);
/// The same for one of many sites, without --sandbox; `around` was read before.
Result<Endpoint> endpoint_for(World& world, const Selection& site, const PlaceFlags& flags,
                              Need need, const HostEnvironment& around);

/// What to note if the sandbox was chosen automatically: "no Slurm on this machine; <what> sandbox
/// 'NAME'".
std::string sandbox_note(const World& world, const Endpoint& endpoint, const std::string& what);

/// "center/cluster"
std::string full_name(const Selection& site);

/// The site that stands for a machine without a scheduler.
inline constexpr const char* kLocalSite = "local";

}  // namespace gpujob
