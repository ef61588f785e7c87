// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// Where a sandbox keeps its files. Slurm's files are in `directory`; sockets are in `runtime`,
/// since a socket's path is limited to 108 bytes.
struct SandboxLayout {
  std::string directory;  ///< absolute, <state home>/sandbox/<name>
  std::string runtime;    ///< absolute, short, private

  std::string record() const { return directory + "/sandbox.json"; }
  /// Holds the path of `runtime`, for cleaning up after an unreadable record.
  std::string runtime_note() const { return directory + "/runtime"; }
  std::string slurm_conf() const { return directory + "/slurm.conf"; }
  std::string munge_key() const { return directory + "/munge.key"; }
  std::string munge_seed() const { return directory + "/munge.seed"; }
  std::string munge_pid() const { return runtime + "/munged.pid"; }
  std::string munge_socket() const { return runtime + "/munge.socket"; }
  std::string slurmdbd_conf() const { return directory + "/slurmdbd.conf"; }
  std::string database() const { return directory + "/database"; }
  std::string database_temporary() const { return directory + "/database.tmp"; }
  std::string database_start() const { return directory + "/database.sql"; }
  std::string database_socket() const { return runtime + "/mariadbd.socket"; }
  std::string state_save() const { return directory + "/state"; }
  std::string spool() const { return runtime + "/d"; }
  std::string logs() const { return directory + "/logs"; }
  std::string log(const std::string& daemon) const { return logs() + "/" + daemon + ".log"; }
  /// Of commands in place of Slurm's.
  std::string commands() const { return directory + "/bin"; }
  std::string gpu_files() const { return directory + "/gpu"; }
  std::string modules() const { return directory + "/modules"; }
  std::string libexec() const { return directory + "/libexec"; }
  std::string shell_start() const { return directory + "/bash_env"; }  ///< BASH_ENV of jobs
};

/// The directory that holds all sandboxes of this user.
std::string sandbox_home(const World& world);

/// Letters, digits, '.', '_' and '-', at most 32, beginning with a letter or digit. Fails with
/// ExitCode::Usage.
Status check_sandbox_name(const std::string& name);

/// Is this a path that new_layout gives to a runtime directory?
bool is_runtime(const std::string& path);

/// The layout of a new sandbox. The runtime directory is below $XDG_RUNTIME_DIR if that exists and
/// is short enough, else a fresh random name in /tmp. Fails with ExitCode::Failed if the path has
/// characters that slurm.conf cannot hold.
Result<SandboxLayout> new_layout(World& world, const std::string& name);

}  // namespace gpujob
