// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

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
  std::string detected;             ///< center/cluster positively detected here; empty: none
  WayToLook look;                   ///< for messages
};

/// Pure. The named local site wins; then Slurm here with the named or detected site; another center
/// positively detected is refused (Usage); a silent controller: ExitCode::Unknown. No Slurm here:
/// the named site's sandbox, else ExitCode::Scheduler and the ways on; nothing named: the local
/// endpoint.
Result<Endpoint> choose_endpoint(const EndpointQuestion& question);

}  // namespace gpujob
