// SPDX-License-Identifier: MIT
#pragma once

#include "base/world.h"

namespace gpujob {

/// The environment for a child whose answer is parsed: `ours` without SLURM_* and what each of
/// Slurm's commands reads for itself, such as SBATCH_*, SQUEUE_* and SCANCEL_* (they change what
/// the tools do and print), with LC_ALL=C and TZ=UTC. SLURM_CONF goes too; a caller that needs one
/// sets it.
Environment child_environment(const Environment& ours);

}  // namespace gpujob
