// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

// Plain text with {{slot}}. Strict: an unknown slot, or one that is never filled, is an error with
// file:line. A slot alone decides how its value is checked and quoted, so a value cannot reach the
// script unquoted. A line whose slot has no value is left out; a line whose slot has several
// values is repeated.

namespace gpujob {

enum class SlotKind {
  DirectiveValue,  ///< after `#SBATCH --option=`
  ShellWord,       ///< one word of a command
  ShellWords,      ///< several words on one line
  Comment,         ///< inside a comment: no line break can end it
  SiteLine,        ///< a literal line from a profile (shebang); must be one line
};

/// A text template under its file name, for messages.
struct Template {
  std::string file;
  std::string text;
};

/// Templates by base name: "job.sh", "build.sh", "run.sh".
using TemplateSet = std::map<std::string, Template>;

/// A slot's values; `kind` decides about checking and quoting.
struct SlotValue {
  SlotKind kind = SlotKind::ShellWord;
  std::vector<std::string> values;  ///< none: the line is left out; several: the line is repeated
};

/// Fails with ExitCode::Invalid, placed `file:line`.
Result<std::string> fill(const Template& source, const std::map<std::string, SlotValue>& slots);

}  // namespace gpujob
