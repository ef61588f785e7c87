// SPDX-License-Identifier: MIT
#include "base/file_error.h"

#include <cerrno>
#include <cstring>

#include "base/paths.h"

namespace gpujob {

std::string system_reason(int error) {
  std::string reason = std::strerror(error);  // NOLINT(concurrency-mt-unsafe): one thread
  if (!reason.empty() && reason[0] >= 'A' && reason[0] <= 'Z') {
    reason[0] = static_cast<char>(reason[0] - 'A' + 'a');
  }
  return reason;
}

std::string system_remedy(int error) {
  switch (error) {
    case ENOSPC:
      return "free some space there and try again";
    case EDQUOT:
      return "your quota there is used up: remove some files and try again";
    case EROFS:
      return "choose a writable directory";
    default:
      return "";
  }
}

Failure file_failure(const std::string& path, const std::string& action, int error) {
  if (path.starts_with(kNoHome)) {
    return {ExitCode::Failed, "HOME", "it is not set", "nowhere to keep files",
            "set it, or set GPUJOB_HOME to a directory of yours"};
  }
  return {ExitCode::Failed, path, "cannot " + action, system_reason(error), system_remedy(error)};
}

Failure start_failure(const std::string& program, int error) {
  if (error == ENOENT) {
    const bool is_path = program.find('/') != std::string::npos;
    return {ExitCode::Failed, "'" + program + "'", "cannot start",
            is_path ? "no such program" : "no such program on PATH"};
  }
  if (error == ELIBACC) {
    return {ExitCode::Failed, "'" + program + "'", "cannot start",
            "its interpreter or loader is missing"};
  }
  return {ExitCode::Failed, "'" + program + "'", "cannot start", system_reason(error)};
}

Failure signal_failure(long pid, int error) {
  return {ExitCode::Failed, "process " + std::to_string(pid), "cannot signal",
          error == ESRCH ? "it has ended" : system_reason(error)};
}

}  // namespace gpujob
