// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "jobs/session/listener.h"
#include "plan/resolve_build.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// Waits for a job that runs build.sh and returns the program's path. Sends one only if no job for
/// this program is known. The listener is told of each change. Fails with
///
///     ExitCode::Scheduler  it was refused
///     ExitCode::Failed     it ended without making the program
///     ExitCode::Unknown    the queue cannot be asked, or the end of the job is unknown
///     ExitCode::Pending    a signal stopped the waiting
///
/// and wherever the job may still run, the same call continues to wait for it.
Result<std::string> build_as_job(World& world, Listener& listener, const Endpoint& endpoint,
                                 const BuildResolution& resolution, const std::string& script);

}  // namespace gpujob
