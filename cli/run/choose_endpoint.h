// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "slurm/endpoint.h"
#include "slurm/find_slurm.h"

namespace gpujob {

/// How to see what would be sent, without any Slurm.
struct WayToLook {
  std::string how = "add --dry-run";
  std::string what = "the script";
};

/// What decides where a job goes, gathered by the caller.
struct EndpointQuestion {
  std::string site;            ///< center/cluster that was named; empty: none
  bool site_is_local = false;  ///< its profile has no scheduler
  SlurmHere slurm;
  std::optional<Endpoint> sandbox;  ///< the running sandbox of the named site, if there is one
  /// ClusterNames of the Slurms that take the named site's jobs; empty if its profile knows none.
  std::vector<std::string> cluster_names;
  bool takes_clusters_option = false;  ///< jobs get there with --clusters from its center's others
  std::optional<Endpoint> connected;   ///< the named site through an open connection of ssh
  std::string ssh_host;                ///< that config.yaml names for the site; empty: none
  std::string detected;                ///< center/cluster positively detected here; empty: none
  bool here = false;  ///< the user says that this Slurm is the named site's (--here)
  WayToLook look;     ///< for messages
};

/// Pure. The named local site wins; then Slurm here with the named or detected site. A named site
/// is refused (Usage) if this machine belongs to another cluster, if its profile knows its
/// ClusterName and this Slurm has another one, and, where the profile knows none, if the host is
/// not the site's and `here` is not set; then a connection leads there, if one is configured. A
/// silent controller, or one that does not tell the name that the profile knows:
/// ExitCode::Unknown. No Slurm here: the named site's sandbox, its open connection, else
/// ExitCode::Scheduler and the ways on; nothing named: the local endpoint.
Result<Endpoint> choose_endpoint(const EndpointQuestion& question);

}  // namespace gpujob
