// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// Patterns over the paths below a folder, as .gitignore writes them: one without a slash goes with
/// a name at any depth, one with a slash with a path from the folder on, one that ends in a slash
/// with directories alone; '*' and '?' stop at a slash, and '!' takes back what an earlier line
/// says. The last pattern that goes with a path decides.
class PathPatterns {
 public:
  PathPatterns() = default;
  /// One pattern per line; empty lines and those that begin with '#' say nothing. Fails with
  /// ExitCode::Invalid for "**" between other words.
  static Result<PathPatterns> read(const std::string& where, std::string_view text);

  bool matches(std::string_view path, FileKind kind) const;
  /// Does a pattern go with the file itself or with a directory above it?
  bool matches_or_holds(std::string_view path) const;

 private:
  struct One {
    std::string glob;
    bool is_negated = false;
    bool is_path = false;  ///< else it is a name
    bool is_directory = false;
  };
  std::vector<One> patterns_;
};

}  // namespace gpujob
