// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "command/args/output.h"
#include "command/args/run_command.h"

namespace gpujob {

/// The result of checking one file.
struct FileVerdict {
  std::string summary;  ///< for a valid file: "1 cluster, 7 GPU types"
  Diagnostics diagnostics;
  ExitCode exit = ExitCode::Done;
};

/// The commands `site check` and `workload check`.
struct FileCheck {
  std::string_view command;                                     ///< "site check"
  std::string (*schema)();                                      ///< printed by `--schema`
  std::function<std::string(const std::string& word)> file_of;  ///< the file that an argument names
  std::function<FileVerdict(const std::string& file)> check;
};

struct FileCheckOptions : CommonOptions {
  bool schema = false;  ///< print it
};

FileCheckOptions parse_file_check(const Arguments& arguments);

/// Checks every FILE, prints what is wrong where, and ends with the highest exit code. Fails with
/// ExitCode::Usage if no FILE is given.
CommandResult check_files(const FileCheck& kind, const FileCheckOptions& options, World& world);

}  // namespace gpujob
