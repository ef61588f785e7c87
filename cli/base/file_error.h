// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"

namespace gpujob {

/// The system's reason for `error` (an errno) as it stands in messages: "no space left on device".
std::string system_reason(int error);

/// What to do about `error`; empty if unknown.
std::string system_remedy(int error);

/// `path: cannot <action> (<reason>); <what to do, where that is known>` with ExitCode::Failed.
Failure file_failure(const std::string& path, const std::string& action, int error);

/// `'sbatch': cannot start (<reason>)` with ExitCode::Failed. ENOENT: no such program; ELIBACC: its
/// interpreter or loader is missing.
Failure start_failure(const std::string& program, int error);

/// `process 4711: cannot signal (<reason>)` with ExitCode::Failed; ESRCH means it has ended.
Failure signal_failure(long pid, int error);

}  // namespace gpujob
