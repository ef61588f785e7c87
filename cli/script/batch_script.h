// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

/// One option of an `#SBATCH` line, under its long name without dashes.
struct Directive {
  std::string option;                ///< "gpus-per-node"
  std::optional<std::string> value;  ///< as sbatch sees it, unquoted; nothing for a bare switch
  int line = 0;                      ///< in the script, from 1; 0 if not from a script

  bool operator==(const Directive& other) const {
    return option == other.option && value == other.value;
  }
};

/// A batch script: what sbatch reads, and the rest unchanged.
struct BatchScript {
  std::string shebang;  ///< "#!/bin/bash -l"
  std::vector<Directive> directives;
  std::string body;   ///< everything after the line of the last directive
  int body_line = 0;  ///< line number of the body's first line

  /// The directive that counts: the last of several; null without one.
  const Directive* find(std::string_view option) const;
};

/// `--option=value` with the value quoted as sbatch reads it, or `--option`.
std::string directive_text(const Directive& directive);

}  // namespace gpujob
