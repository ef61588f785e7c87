// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "lint/fact_source.h"
#include "lint/rules/rules.h"

namespace gpujob {

/// What sbatch refuses or silently ignores; found while parsing.
void check_form(const ParsedScript& script, const ResourceRequest&, const LintContext& context,
                Diagnostics& found) {
  for (Diagnostic one : script.diagnostics) {
    if (!one.source.empty()) {  // what a release has; the profile says which one is here
      one.source += format("; release: {}", source_text(context, 0));
    }
    found.push_back(std::move(one));
  }
}

}  // namespace gpujob
