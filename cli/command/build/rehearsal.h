// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "command/args/arguments.h"
#include "command/config/configuration.h"
#include "command/config/data_files.h"
#include "command/job/job.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// Makes sure that a job for a sandbox finds its program. A sandbox has stand-ins for the installed
/// programs; of a user's own workload the CPU program is built, unless it is kept already, and
/// `sandbox` told where it stands in. Fails with ExitCode::Invalid where it has none.
Status prepare_rehearsal(World& world, DataFiles& data_files, const Configuration& configuration,
                         const Job& job, BuildMode mode, Endpoint& sandbox);

/// What a script that is sent by hand lacks in the sandbox that this shell talks to: the program of
/// a user's own workload, which `prepare_rehearsal` makes. Nothing else and elsewhere: none.
Result<std::optional<Diagnostic>> missing_stand_in(const World& world, DataFiles& data_files,
                                                   const Job& job);

}  // namespace gpujob
