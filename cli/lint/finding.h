// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/lint.h"

// What a rule reports. lint() fills in the code from the table.

namespace gpujob {

/// At `place` of the script, or of the script as a whole where its line is 0.
Diagnostic error(const LintContext& context, ScriptPlace place, std::string problem,
                 std::string why = "", std::string fix = "");
Diagnostic warning(const LintContext& context, ScriptPlace place, std::string problem,
                   std::string why = "", std::string fix = "");
Diagnostic note(const LintContext& context, ScriptPlace place, std::string problem,
                std::string why = "", std::string fix = "");

/// A limit that only a profile states: an error where the center itself published it, else a
/// warning that says so.
Diagnostic over_limit(const LintContext& context, ScriptPlace place, std::string problem,
                      std::string why = "", std::string fix = "");

/// The directive with another value; nothing where its value is not written as it is read.
std::optional<TextEdit> value_edit(const Directive& directive, std::string_view value);

/// `text` with the name in it replaced wherever it stands alone: "x1" in "gpu:x1:2".
std::string with_name(std::string_view text, std::string_view name, std::string_view by);

/// The one of `names` that differs from `name` in capitals only; nothing without one, or with two.
std::optional<std::string> other_capitals(std::string_view name,
                                          const std::vector<std::string>& names);

/// "'a', 'b' or 'c'"
std::string alternatives(const std::vector<std::string>& names);

}  // namespace gpujob
