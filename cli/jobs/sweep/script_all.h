// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "jobs/request/job_request.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"

namespace gpujob {

/// One script, or why it was refused.
struct Combination {
  std::string site;
  std::string gpu;
  std::string file;     ///< relative to the directory; empty if refused
  Diagnostics reasons;  ///< errors if refused, else warnings
};

/// `--site all` and `--gpu all`: writes one script per cluster and GPU type as
/// `<center>/<cluster>/<gpu>/<workload>.<backend>.sh` below `directory`.
Result<std::vector<Combination>> write_all_scripts(Session& session, const JobRequest& request,
                                                   const std::string& directory);

}  // namespace gpujob
