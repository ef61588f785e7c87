// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plan/draft.h"

namespace gpujob {

/// Sets variant, precision and every parameter of the plan, each explained. Fails with
/// ExitCode::Usage for an unknown name or a value outside the parameter's type and range.
Status choose_computation(Draft& draft);

/// The parameters that are numbers, for the manifest's formulas.
std::map<std::string, double> numbers_of(
    const std::vector<std::pair<std::string, std::string>>& parameters);

/// What one of the manifest's formulas gives; nothing without a formula.
std::optional<double> formula_value(
    const std::string& formula, const std::vector<std::pair<std::string, std::string>>& parameters);

}  // namespace gpujob
