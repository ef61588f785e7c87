// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "script/logical_lines.h"

namespace gpujob {

/// A line of a script and a column in it, from 1 and in bytes; 0: unknown.
struct ScriptPlace {
  int line = 0;
  int column = 0;

  bool operator==(const ScriptPlace&) const = default;
};

/// One option of an `#SBATCH` line, under its long name without dashes.
struct Directive {
  std::string option;                ///< "gpus-per-node"
  std::optional<std::string> value;  ///< as sbatch sees it, unquoted; nothing for a bare switch
  int line = 0;                      ///< in the script, from 1; 0 if not from a script
  int column = 0;                    ///< of the word that names it, from 1
  int value_column = 0;              ///< of the value as written; 0: not on that line as it is read
  int value_length = 0;              ///< in bytes, with quotes

  ScriptPlace place() const { return {line, column}; }

  bool operator==(const Directive& other) const {
    return option == other.option && value == other.value;
  }
};

/// A batch script: what sbatch reads, and the rest unchanged.
struct BatchScript {
  std::string shebang;  ///< "#!/bin/bash -l"
  std::vector<Directive> directives;
  std::string body;                        ///< everything after the line of the last directive
  int body_line = 0;                       ///< line number of the body's first line
  std::vector<LogicalLine> command_lines;  ///< of the body; every rule reads them

  /// The directive that counts: the last of several; null without one.
  const Directive* find(std::string_view option) const;
};

/// `--option=value` with the value quoted as sbatch reads it, or `--option`.
std::string directive_text(const Directive& directive);

}  // namespace gpujob
