// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml.h"

namespace gpujob {

/// What is wrong with a YAML text, before it is made a diagnostic of its file.
struct YamlProblem {
  YamlPlace place;
  std::string problem;
  std::string why;
  std::string fix;
};

/// Checks the bytes before the library sees them: it accepts what is not UTF-8, drops a byte order
/// mark, takes U+0004 for the end of the file and has no limit of size.
std::optional<YamlProblem> check_yaml_text(std::string_view text);

/// The lines (from 1, rising) that have a tab among the blanks they begin with: nearly always
/// empty.
std::vector<int> lines_indented_by_tab(std::string_view text);

/// The message for a tab in the indentation of `line`.
YamlProblem tab_problem(std::string_view text, int line);

/// The message for a key that stood before as `first`.
YamlProblem duplicate_key_problem(const YamlNode& key, const YamlNode& first);

/// The message for '&name' and '*name'.
YamlProblem alias_problem(YamlPlace place);

/// The message for "!!binary" and the like.
YamlProblem tag_problem(YamlPlace place, std::string_view tag);

/// Does the quote that `text` begins with end? True if it begins with none. At the end of a file
/// the library accepts an open quote, with all text behind it, as a value.
bool is_closed_quote(std::string_view text);

/// The message for a quote that does not end.
YamlProblem open_quote_problem(YamlPlace place);

/// The usual cause of a message of the library; empty if unknown.
std::string yaml_hint(std::string_view message);

}  // namespace gpujob
