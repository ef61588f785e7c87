// SPDX-License-Identifier: MIT
#include "lint/finding.h"
#include "lint/rules/rules.h"

namespace gpujob {

void check_account_missing(const ParsedScript& script, const ResourceRequest&,
                           const LintContext& context, Diagnostics& found) {
  const DirectiveRule* rule = context.cluster.find_rule("account");
  if (rule == nullptr || rule->use != Use::Required || script.script.find("account") != nullptr) {
    return;
  }
  std::string why = context.center + " requires one";
  if (!rule->pattern.empty()) why += " like '" + rule->pattern + "'";
  found.push_back(error(context, {}, "no account is given", std::move(why),
                        "add '#SBATCH --account=' with your project"));
}

}  // namespace gpujob
