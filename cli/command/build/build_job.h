// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "plan/resolve_build.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// Waits for a job that runs build.sh and returns the program's path; sends one only where none for
/// this program is known. Each change is a line on stderr. Fails with
///
///     ExitCode::Scheduler  it was refused
///     ExitCode::Failed     it is over and made no program
///     ExitCode::Unknown    the queue cannot be asked, or nobody knows how it ended
///     ExitCode::Pending    a signal ended the waiting
///
/// and, wherever the job may live on, the same call again goes on waiting for it.
Result<std::string> build_as_job(World& world, const Endpoint& endpoint,
                                 const BuildResolution& resolution, const std::string& script);

}  // namespace gpujob
