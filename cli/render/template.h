// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gpujob {

/// Where a slot stands in a line of shell.
enum class SlotPlace { Command, Quoted, Comment, Directive, WholeLine };

struct TemplateSlot {
  std::string name;
  SlotPlace place = SlotPlace::Command;
};

/// A line cut at its slots: one literal more than there are slots. Neighbouring lines without a
/// slot are one piece with one literal, line breaks included.
struct TemplateLine {
  std::vector<std::string> literals;
  std::vector<TemplateSlot> slots;
  int number = 1;  ///< of the first line, from 1
};

/// A text template under its file name, for messages; read once, filled for every script.
struct Template {
  std::string file;
  std::vector<TemplateLine> lines;
};

/// Cuts a text at each `{{name}}`. Quotes are followed within a line only; a template does not open
/// them on one line and put a slot on the next. Fails with ExitCode::Invalid, placed `file:line`.
Result<Template> read_template(std::string file, std::string_view text);

}  // namespace gpujob
