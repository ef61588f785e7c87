// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "command/args/output.h"

namespace gpujob {

/// What is to be said of one file.
struct FileVerdict {
  std::string summary;  ///< of a good one: "1 cluster, 7 GPU types"
  Diagnostics diagnostics;
  ExitCode exit = ExitCode::Done;
};

/// The commands `site check` and `workload check`.
struct FileCheck {
  std::string_view command;                                     ///< "site check"
  std::string (*schema)();                                      ///< what `--schema` prints
  std::function<std::string(const std::string& word)> file_of;  ///< the file that a FILE means
  std::function<FileVerdict(const std::string& file)> check;
};

/// Checks every FILE given, says what is wrong where, and ends with the worst exit code. Refuses
/// (Usage) to check nothing.
CommandResult check_files(const FileCheck& kind, const Arguments& arguments, World& world);

}  // namespace gpujob
