// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>

#include "base/result.h"

// Formulas of a manifest: + - * / ^ (powers from the right), parentheses, decimal numbers, names
// of parameters, min(a, b, …), max(a, b, …), ceil(a), sqrt(a), log2(a).

namespace gpujob {

/// The value of a formula. `values` maps parameter names to numbers. Fails with ExitCode::Invalid,
/// the formula and the place in it; a result that is not finite is a failure too.
Result<double> evaluate(const std::string& formula, const std::map<std::string, double>& values);

/// The parameter names that a formula uses; fails where it cannot be read.
Result<std::set<std::string>> names_in_formula(const std::string& formula);

/// Is this a word of formulas, so that no parameter can have it as its name?
bool is_formula_function(const std::string& name);

}  // namespace gpujob
