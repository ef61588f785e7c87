// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "command/job/job.h"

namespace gpujob {

/// Writes job.sh, and build.sh where there is one, to `out`: a directory gets both under these
/// names; any other name is the job script's own. Returns the paths in that order.
Result<std::vector<std::string>> write_script(World& world, const Job& job, const std::string& out);

/// Where everything lies for the scripts of a folder to be carried: the folder itself.
inline constexpr const char* portable_directory = ".";

/// Where in it a workload lies that is a command: "./storm".
std::string carried_folder(const Workload& workload);

/// Puts the flags into the form that a folder to be carried elsewhere needs: paths relative to it,
/// and no program at hand, so that the plan builds one at the center where that is documented.
Request portable(Request request, const Workload& workload);

/// Writes the folder: job.sh, build.sh, the kernel sources, run.sh that does both, README. Where
/// the plan builds nothing, the installed program goes along, or the folder of a workload that is a
/// command. Returns the files, relative to it.
/// Fails with ExitCode::Usage if `directory` holds something already.
Result<std::vector<std::string>> write_bundle(World& world, DataFiles& data_files, const Job& job,
                                              const std::string& directory);

}  // namespace gpujob
