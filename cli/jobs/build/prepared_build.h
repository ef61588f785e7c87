// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "jobs/request/job_request.h"
#include "jobs/session/session.h"
#include "plan/resolve_build.h"

namespace gpujob {

/// A build that is planned and rendered; no file has been written.
struct PreparedBuild {
  BuildResolution resolution;
  std::string script;  ///< build.sh; empty where there is nothing to compile
};

/// Plans and renders the build of a workload's program for one site. Fails like `resolve_build`.
Result<PreparedBuild> prepare_build(Session& session, const Selection& site,
                                    const Workload& workload, const Request& flags);

/// The named workload, or all that have a program for the backend.
Result<std::vector<Workload>> workloads_to_build(const DataFiles& data_files,
                                                 const JobRequest& request);

/// Compiles the program unless that was done before, and returns its path.
Result<std::string> carry_out_build(Session& session, const Selection& site,
                                    const PlaceFlags& flags, const PreparedBuild& build);

}  // namespace gpujob
