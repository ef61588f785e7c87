// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/world.h"

namespace gpujob {

/// One check of the surroundings, as `gpujob doctor` lists it.
struct HealthCheck {
  enum class Level {
    Good,
    Note,     ///< worth knowing
    Warning,  ///< works today
    Broken,
    Unknown,  ///< could not be asked
  };
  std::string what;
  Level level = Level::Good;
  std::string found;   ///< printable
  std::string advice;  ///< what to do; may be empty
};

/// Asks the Slurm of this machine and what it stands on: controller, version, clock, queue,
/// accounting, munge. A machine without Slurm is one note.
std::vector<HealthCheck> check_slurm(World& world);

/// "names '/x/slurm.conf', which is not there", if SLURM_CONF does; else empty.
std::string missing_slurm_conf(const World& world);

}  // namespace gpujob
