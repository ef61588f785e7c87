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
  std::string host;  ///< where its processes are; empty in old records: here
  std::string center;
  std::string cluster;
  SandboxScale scale = SandboxScale::Run;
  State state = State::Starting;
  ProcessIdentity
      starter;            ///< the `up` that makes it: while Starting, no other process may touch it
  ProcessIdentity guard;  ///< cleans up if the starter dies; pid 0: not started
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
/// The same, but fails if a record exists: of two processes that start one sandbox, one continues.
Status create_record(World& world, const SandboxRecord& record);
/// Nothing if no sandbox has that name; what cannot be read is a failure. With ExitCode::Invalid if
/// the record is damaged.
Result<std::optional<SandboxRecord>> find_record(const World& world, const std::string& name);
/// Fails with ExitCode::Usage if no sandbox has that name, with ExitCode::Invalid if its record is
/// damaged.
Result<SandboxRecord> load_record(const World& world, const std::string& name);

/// All of this user's sandboxes in order of name, whatever their state; damaged records become
/// diagnostics.
std::vector<SandboxRecord> all_sandboxes(const World& world, Diagnostics& problems);

/// Is it ready, and are its munged, its slurmctld and its accounting daemons alive since this boot?
bool is_running(const World& world, const SandboxRecord& record);

/// Is it on another host that has the same home? Its processes cannot be seen or ended from here.
/// If one of them is alive here, this host has been renamed.
bool is_elsewhere(const World& world, const SandboxRecord& record);
/// The refusal to act on such a sandbox.
Failure elsewhere(const SandboxRecord& record);

/// The sandbox whose slurm.conf SLURM_CONF names, as in a shell that has evaluated
/// 'gpujob sandbox env', running or not; empty: none of this user's.
std::optional<SandboxRecord> sandbox_of_shell(const World& world);

/// The running sandbox to use: by name, or the one of `site` (center/cluster), or the only one;
/// empty strings match any. Fails with ExitCode::Usage if none or several match or if the one of
/// that name is on another host, with ExitCode::Unknown if the one of that name exists but does not
/// run.
Result<SandboxRecord> find_sandbox(const World& world, const std::string& name,
                                   const std::string& site);

}  // namespace gpujob
