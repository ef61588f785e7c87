// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// Where Slurm's and munge's programs are on this machine. The daemons lie in directories that are
/// not on the PATH of ordinary users.
struct SlurmInstallation {
  std::string munged;
  std::string slurmctld;
  std::string slurmd;
  std::string sbatch;      ///< of the same installation as slurmctld
  std::string lmod_start;  ///< what a shell sources to get `module`
  // For accounting; empty if not installed.
  std::string slurmdbd;
  std::string mariadbd;
  std::string mariadb_tables;  ///< MariaDB's SQL for its system tables
};

enum class Accounting { No, Yes };

/// Fails with ExitCode::Failed and the command that installs everything missing.
Result<SlurmInstallation> find_installation(const World& world, Accounting accounting);

}  // namespace gpujob
