// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "jobs/request/job.h"
#include "jobs/session/session.h"

namespace gpujob {

/// Writes the job script to `out`. If that is a directory, it gets job.sh and, where the plan
/// builds, build.sh. Returns the paths in that order.
Result<std::vector<std::string>> write_script(World& world, const Job& job, const std::string& out);

/// The base of all paths in a bundle: the bundle itself.
inline constexpr const char* kPortableDirectory = ".";

/// The folder of a command workload in a bundle: "./storm".
std::string carried_folder(const Workload& workload);

/// The request for a bundle: relative paths, and no existing programs, so that the plan builds one
/// at the center where the toolchain is documented.
Request portable(Request request, const Workload& workload);

/// Writes a bundle: job.sh, build.sh, the kernel sources, README, and run.sh, which builds and
/// submits. If the plan builds nothing, it holds the installed program or the command workload's
/// folder instead. Returns the files, relative to `directory`. Fails with ExitCode::Usage if
/// `directory` is not empty.
Result<std::vector<std::string>> write_bundle(Session& session, const Job& job,
                                              const std::string& directory);

}  // namespace gpujob
