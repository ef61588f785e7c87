// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "jobs/request/job.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// Makes sure that a job for a sandbox finds its program. A sandbox has CPU stand-ins for the
/// installed programs. For a user's own workload this builds the CPU program unless it exists, and
/// adds its place to `sandbox`. Fails with ExitCode::Invalid if the workload has no CPU program.
Status prepare_rehearsal(Session& session, const Job& job, BuildMode mode, Endpoint& sandbox);

/// A warning if this shell talks to a sandbox that lacks the stand-in which the job's script needs:
/// a script sent by hand has not gone through `prepare_rehearsal`.
Result<std::optional<Diagnostic>> missing_stand_in(Session& session, const Job& job);

}  // namespace gpujob
