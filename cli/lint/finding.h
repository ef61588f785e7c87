// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "lint/lint.h"

// What a rule reports. lint() fills in the code from the table.

namespace gpujob {

/// Placed at `line` of the script, or at the script where `line` is 0.
Diagnostic error(const LintContext& context, int line, std::string problem, std::string why = "",
                 std::string fix = "");
Diagnostic warning(const LintContext& context, int line, std::string problem, std::string why = "",
                   std::string fix = "");
Diagnostic note(const LintContext& context, int line, std::string problem, std::string why = "",
                std::string fix = "");

/// A limit that only a profile states: an error where the center itself published it, else a
/// warning that says so.
Diagnostic over_limit(const LintContext& context, int line, std::string problem,
                      std::string why = "", std::string fix = "");

/// "'a', 'b' or 'c'"
std::string alternatives(const std::vector<std::string>& names);

}  // namespace gpujob
