// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/world.h"

namespace gpujob {

/// What the kernel reports about a process.
struct ProcessStat {
  ProcessIdentity process;
  char state = '?';  ///< one letter of proc(5): 'Z' is a zombie
  long session = 0;
};

/// This boot of this machine; empty if the kernel does not say.
std::string boot_id(const World& world);

/// Of the process whose files are in `directory`, such as "/proc/77". Fails with ExitCode::Failed
/// if it has ended or cannot be read.
Result<ProcessStat> read_process_stat(const World& world, const std::string& directory,
                                      const std::string& boot_id);

/// This process.
Result<ProcessIdentity> own_process(const World& world);

}  // namespace gpujob
