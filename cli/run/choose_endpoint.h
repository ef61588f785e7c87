// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "slurm/endpoint.h"
#include "slurm/find_slurm.h"

namespace gpujob {

/// What decides where a job goes, gathered by the caller.
struct EndpointQuestion {
  std::string site;            ///< center/cluster that was named; empty: none
  bool site_is_local = false;  ///< its profile has no scheduler
  SlurmHere slurm;
  std::string detected;  ///< center/cluster positively detected here; empty: none
};

/// Pure. The named local site wins; then Slurm here with the named or detected site; another center
/// positively detected is refused (Usage); no Slurm here with a site: ExitCode::Scheduler and the
/// ways on; a silent controller: ExitCode::Unknown; nothing named, no Slurm: the local endpoint.
Result<Endpoint> choose_endpoint(const EndpointQuestion& question);

}  // namespace gpujob
