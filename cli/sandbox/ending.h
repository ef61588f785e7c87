// SPDX-License-Identifier: MIT
#pragma once

#include "base/file_lock.h"
#include "sandbox/record.h"

namespace gpujob {

/// Locks the making and removing of the sandbox of this name. Fails like `FileLock::acquire` and
/// with ExitCode::Usage if the name is not a valid sandbox name.
Result<FileLock> lock_sandbox(World& world, const std::string& name,
                              FileLock::OnWriteError otherwise);

/// Ends all processes of a sandbox in any state and removes its files: jobs first if its slurmctld
/// still answers, then the daemons, the last started first (TERM, after 3 s KILL). Waits for the
/// sandbox's lock; a sandbox that another process has started since under the same name stays.
/// Fails with ExitCode::Usage, and removes nothing, if it is on another host.
Status end_sandbox(World& world, const SandboxRecord& record);
/// The same for a caller that holds the lock.
Status end_sandbox(World& world, const SandboxRecord& record, const FileLock& lock);

/// The same for a directory whose record is damaged or missing.
Status end_damaged_sandbox(World& world, const std::string& name);
Status end_damaged_sandbox(World& world, const std::string& name, const FileLock& lock);

}  // namespace gpujob
