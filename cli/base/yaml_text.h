// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

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

/// Does a tab stand among the blanks that begin line `line` (from 1)?
bool indented_by_tab(std::string_view text, int line);

/// The message for a tab in the indentation of `line`.
YamlProblem tab_problem(std::string_view text, int line);

}  // namespace gpujob
