// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"

namespace gpujob {

void check_given_twice(const ParsedScript& script, const ResourceRequest&,
                       const LintContext& context, Diagnostics& found) {
  const std::vector<Directive>& directives = script.script.directives;
  for (std::size_t i = 0; i < directives.size(); ++i) {
    for (std::size_t later = i + 1; later < directives.size(); ++later) {
      if (directives[i].option != directives[later].option) continue;
      if (directives[i].option == "mail-type") break;  // they add up
      // The user's own options for sbatch have no line.
      const int first = directives[i].line;
      const std::string place = first == 0 ? "after '--'" : format("on line {}", first);
      found.push_back(warning(context, directives[later].place(),
                              "--" + directives[i].option + " is given twice",
                              "first " + place + "; the last one counts", "keep one of them"));
      break;
    }
  }
}

}  // namespace gpujob
