// SPDX-License-Identifier: MIT
#include "lint/rules/rules.h"

namespace gpujob {

/// What sbatch refuses or silently ignores; found while parsing.
void check_form(const ParsedScript& script, const ResourceRequest&, const LintContext&,
                Diagnostics& found) {
  append(found, script.diagnostics);
}

}  // namespace gpujob
