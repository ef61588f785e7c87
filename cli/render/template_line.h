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

/// A line cut at its slots: one literal more than there are slots.
struct TemplateLine {
  std::vector<std::string> literals;
  std::vector<TemplateSlot> slots;
};

/// Cuts at `{{name}}`. Quotes are followed within the line only; a template does not open them on
/// one line and put a slot on the next. The failure's problem has no place yet.
Result<TemplateLine> parse_template_line(std::string_view line);

}  // namespace gpujob
