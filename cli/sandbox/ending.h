// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "base/world.h"
#include "sandbox/record.h"
#include "sandbox/sandbox_lock.h"

namespace gpujob {

/// Ends all processes of a sandbox, whatever state it is in, and removes its files: jobs first if
/// its slurmctld still answers, then the daemons, the last started first (TERM, after 3 s KILL).
/// Afterwards nothing is left. Waits for its turn; what another process has started since under
/// the same name is left alone. Fails with ExitCode::Usage, and removes nothing, if it is on
/// another host.
Status end_sandbox(World& world, const SandboxRecord& record);
/// The same for who has the turn.
Status end_sandbox(World& world, const SandboxRecord& record, const FileLock& lock);

/// The same for a directory whose record is damaged or missing.
Status end_damaged_sandbox(World& world, const std::string& name);
Status end_damaged_sandbox(World& world, const std::string& name, const FileLock& lock);

}  // namespace gpujob
