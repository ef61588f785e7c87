// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "lint/lint.h"

namespace gpujob {

/// What a refusal of sbatch most likely means for this script: the rules that the profile breaks
/// and that such words stand for, at their lines; where none is broken, the usual cause. `words`
/// are sbatch's own. Never empty.
Diagnostics explain_refusal(const std::string& words, const ParsedScript& script,
                            const LintContext& context);

}  // namespace gpujob
