// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "sandbox/emulation.h"
#include "sandbox/layout.h"

namespace gpujob {

struct SandboxDaemon {
  /// "munged", "mariadbd", "slurmdbd", "slurmctld", "slurmd.<node>"; its log has this name
  std::string name;
  ProcessIdentity process;

  bool operator==(const SandboxDaemon&) const = default;
};

/// sandbox.json: what a sandbox is and which processes are its own.
struct SandboxRecord {
  enum class State { Starting, Ready };

  std::string name;
  std::string host;  ///< where its processes are; empty in records of before: here
  std::string center;
  std::string cluster;
  SandboxScale scale = SandboxScale::Run;
  State state = State::Starting;
  ProcessIdentity starter;  ///< the `up` that makes it: while Starting, nobody else may touch it
  ProcessIdentity guard;    ///< cleans up should the starter die; pid 0: none yet
  SandboxLayout layout;
  std::string sbatch;                ///< absolute path
  std::string summary;               ///< what it emulates, one line
  std::vector<std::string> remarks;  ///< what was assumed, and which rules are not enforced
  int slurmctld_port = 0;
  int first_slurmd_port = 0;  ///< 0: no slurmd
  int slurmd_count = 0;
  int slurmdbd_port = 0;              ///< 0: no accounting
  std::vector<std::string> accounts;  ///< that the accounting knows; the first is the default
  std::vector<SandboxDaemon> daemons;

  bool has_accounting() const { return !accounts.empty(); }
  std::string site() const { return center + "/" + cluster; }
};

Status save_record(World& world, const SandboxRecord& record);
/// The same, but fails where there is one already: of two that start one sandbox, one goes on.
Status create_record(World& world, const SandboxRecord& record);
/// Fails with ExitCode::Usage if there is no sandbox of that name, with ExitCode::Invalid if its
/// record is damaged.
Result<SandboxRecord> load_record(const World& world, const std::string& name);

/// All of this user's sandboxes in order of name, whatever their state; damaged records become
/// diagnostics.
std::vector<SandboxRecord> all_sandboxes(const World& world, Diagnostics& problems);

/// Is it ready, and are its munged, its slurmctld and what its accounting is made of alive since
/// this boot?
bool is_running(const World& world, const SandboxRecord& record);

/// Is it on another host that has the same home? Its processes cannot be seen from here, nor ended.
/// Where one of them lives, the host has got another name.
bool is_elsewhere(const World& world, const SandboxRecord& record);
/// Why nothing is done about such a one.
Failure elsewhere(const SandboxRecord& record);

/// The sandbox whose slurm.conf SLURM_CONF names, as in a shell that has evaluated
/// 'gpujob sandbox env', running or not; empty: none of this user's.
std::optional<SandboxRecord> sandbox_of_shell(const World& world);

/// The running sandbox that is meant: by name, or the one of `site` (center/cluster), or the only
/// one; empty strings leave it open. Fails with ExitCode::Usage if none fits, if several do or if
/// the one of that name is on another host, with ExitCode::Unknown if the one of that name is there
/// but does not run.
Result<SandboxRecord> find_sandbox(const World& world, const std::string& name,
                                   const std::string& site);

}  // namespace gpujob
