// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <utility>

#include "base/result.h"
#include "base/world.h"

// tags.json of a run directory: the one file there that is the user's own and may change.

namespace gpujob {

/// What the user calls a run.
struct RunTags {
  std::string name;                         ///< empty: none
  std::map<std::string, std::string> tags;  ///< no value is empty
  std::string note;                         ///< empty: none

  bool empty() const { return name.empty() && tags.empty() && note.empty(); }
  bool operator==(const RunTags&) const = default;
};

/// "KEY=VALUE" as a pair, where the value may be empty. `option` begins the failure, which is of
/// ExitCode::Usage: a key is a letter, then letters, digits, '_', '-' and '.'.
Result<std::pair<std::string, std::string>> parse_tag(const std::string& option,
                                                      const std::string& text);

/// Fails with ExitCode::Usage for control characters: a name or note stands in tables.
Status check_label(const std::string& option, const std::string& text);

/// Empty without a file. A file that is damaged or cannot be read is a failure.
Result<RunTags> read_tags(const World& world, const std::string& run_directory);

Status write_tags(World& world, const std::string& run_directory, const RunTags& tags);

}  // namespace gpujob
