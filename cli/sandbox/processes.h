// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/world.h"

// The processes of a sandbox, found by a variable in their initial environment that names its
// directory. Daemons get it from us and pass it on to the processes that they start for job steps,
// so that these are found even if a record was never written.

namespace gpujob {

/// The variable; its value is the sandbox's directory. Shells of users never have it.
inline constexpr const char* kSandboxMark = "GPUJOB_SANDBOX_DAEMON_OF";

/// The number of the user that this process runs as, "1000": names in the environment may be wrong.
Result<std::string> own_user_id(const World& world);

/// The name of that user, from /etc/passwd; for one that is not there (who comes from a directory
/// service) what the environment says.
std::string own_user_name(const World& world);

/// The processes of the sandbox in `directory`, from /proc: those with its mark; tasks of its jobs,
/// which have its SLURM_CONF and the SLURMD_NODENAME of one of its nodes (another node name means a
/// job of the center's Slurm whose shell uses the sandbox); and those in a session with such a
/// task: slurmstepd, which overwrites its environment with its title. Never one of this process's
/// own session: the shell that asks.
std::vector<ProcessIdentity> sandbox_processes(const World& world, const std::string& directory);

/// Resident memory of a process in bytes; nothing if it has ended.
std::optional<long long> resident_bytes(const World& world, const ProcessIdentity& process);

}  // namespace gpujob
