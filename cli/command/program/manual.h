// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/schema.h"
#include "command/args/command.h"

namespace gpujob {

/// A manual page in roff (man macros): "gpujob-submit.1".
struct ManualPage {
  std::string name;
  char section = '1';
  std::string text;
};

/// gpujob(1), one page per command, and the file formats in section 5.
std::vector<ManualPage> manual_pages();

ManualPage overview_page();
ManualPage command_page(const Command& command);

/// A page about a file format: its place, and every key of its field table.
ManualPage file_page(const std::string& name, const std::string& summary,
                     const std::vector<std::string>& paragraphs, const Field& fields);

/// `text` escaped for roff: backslashes, dashes and a leading control character.
std::string roff(std::string_view text);

/// Paragraphs of escaped text in short lines, as roff checkers want them, with a final newline.
std::string roff_text(std::string_view text);

/// The start of a page: ".TH" and the section NAME.
std::string page_start(const std::string& name, char section, std::string_view summary);

}  // namespace gpujob
