// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"
#include "plan/request.h"
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

}  // namespace gpujob
