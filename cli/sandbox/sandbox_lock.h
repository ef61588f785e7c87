// SPDX-License-Identifier: MIT
#pragma once

#include "base/file_lock.h"

namespace gpujob {

/// The right to make or to remove the files of the sandbox of this name. Fails like
/// `FileLock::acquire` and with ExitCode::Usage if the name is not a valid sandbox name.
Result<FileLock> lock_sandbox(World& world, const std::string& name,
                              FileLock::OnWriteError otherwise);

}  // namespace gpujob
