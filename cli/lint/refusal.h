// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "lint/lint.h"

namespace gpujob {

/// The likely reasons why sbatch refused this script: the findings that `words`, sbatch's own, can
/// stand for; without any, the usual cause. Never empty.
Diagnostics explain_refusal(const std::string& words, const ParsedScript& script,
                            const LintContext& context);

}  // namespace gpujob
