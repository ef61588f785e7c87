// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "render/template.h"

// Plain text with {{slot}}. Strict: an unfilled slot and an unused value are errors with file:line.
// The slot's kind decides how its value is checked and quoted, so no value reaches the script
// unquoted. A line whose slot has no value is left out; a line whose slot
// has several values is repeated. (The words of ShellWords are one value: see there.)

namespace gpujob {

enum class SlotKind {
  DirectiveValue,  ///< "option=value" or "option", after `#SBATCH --`
  ShellWord,       ///< one word of a command
  ShellWords,      ///< several words on one line; none at all leaves nothing, and no gap
  Arguments,       ///< as ShellWords; the report's slot in a word is what $report holds
  Assignment,      ///< "NAME=any text" after `export`; only the text is quoted
  Comment,         ///< inside a comment: no line break can end it
  SiteLine,        ///< a literal line from a profile (shebang); must be one line
  Lines,           ///< whole lines that `fill` made of another template
};

/// Templates by base name: all `*.sh` of the templates' folder.
using TemplateSet = std::map<std::string, Template>;

/// A slot's values; `kind` decides how they are checked and quoted.
struct SlotValue {
  SlotKind kind = SlotKind::ShellWord;
  std::vector<std::string> values;  ///< none: the line is left out; several: the line is repeated
};

using Slots = std::map<std::string, SlotValue>;

/// Fails with ExitCode::Invalid, placed `file:line`.
Result<std::string> fill(const Template& source, const Slots& slots);

}  // namespace gpujob
