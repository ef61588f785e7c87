// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/duration.h"
#include "base/world.h"

namespace gpujob {

/// `Ssh`: gpujob at a center, which chooses an endpoint there.
enum class EndpointKind { Slurm, Sandbox, Local, Ssh };

/// Where jobs go. Everything that talks to a scheduler takes one of these and nothing else.
struct Endpoint {
  EndpointKind kind = EndpointKind::Slurm;
  std::string sbatch;           ///< absolute path; its siblings lie in the same directory
  std::string slurm_conf;       ///< SLURM_CONF for children; empty: theirs by default
  Environment added;            ///< further variables for children
  std::string clusters_option;  ///< value of -M; empty: none
  std::string sandbox;          ///< name of the sandbox; empty: none
  std::string host;  ///< that the sandbox runs on, or ssh goes to; empty: neither, or not recorded
  bool named_here = false;  ///< the user's --here, not a name, says that this Slurm is the site's
  Seconds polling_floor{30};
  std::string cluster_name;  ///< ClusterName of a center's Slurm when asked; empty: unknown
  /// A question takes no longer; 0: as long as usual. Never written to disk.
  Milliseconds patience{0};

  bool operator==(const Endpoint&) const = default;
};

/// A command of the endpoint ("squeue", "scancel"): the one that lies beside its sbatch, or, where
/// none does, as beside a wrapper of sbatch, the one on PATH.
std::string slurm_command(const World& world, const Endpoint& endpoint, const std::string& name);

/// The whole environment of a child of `endpoint`, made from ours: no variable of ours changes
/// what Slurm does or prints.
Environment endpoint_environment(const Environment& ours, const Endpoint& endpoint);

/// The whole environment of a session in which a person sits: what they like to see (locale, time
/// zone, formats of squeue) stays theirs; where it is and what it asks for no variable of ours
/// changes.
Environment session_environment(const Environment& ours, const Endpoint& endpoint);

/// Why `endpoint` will never answer again; empty if it may: a sandbox whose daemons were killed may
/// come back, one whose files are gone from its machine does not.
std::string why_gone(const World& world, const Endpoint& endpoint);

}  // namespace gpujob
