// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"

// What 'gpujob port --partial' found no counterpart for stands in the script as a comment.

namespace gpujob {

void check_left_open(const ParsedScript& script, const ResourceRequest&, const LintContext& context,
                     Diagnostics& found) {
  for (const PortMark& mark : script.marks) {
    found.push_back(warning(context, {mark.line, 1}, "left open: " + mark.was,
                            "it had no documented counterpart when the script was ported",
                            "write what this center has for it, and remove the comment"));
  }
}

}  // namespace gpujob
