// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/pattern.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"

// An account that has another center's form is an error. One that has nobody's is a warning only:
// courses and staff have accounts of their own.

namespace gpujob {

namespace {

bool matches(const std::string& pattern, const std::string& account) {
  const Result<Pattern> compiled = Pattern::compile(pattern);
  return compiled && compiled->matches(account);
}

std::vector<std::string> centers_with(const std::string& account, const LintContext& context) {
  std::vector<std::string> centers;
  for (const AccountPattern& other : context.accounts) {
    if (other.center == context.center || !matches(other.pattern, account)) continue;
    if (std::find(centers.begin(), centers.end(), other.center) == centers.end()) {
      centers.push_back(other.center);
    }
  }
  return centers;
}

}  // namespace

void check_account_pattern(const ParsedScript& script, const Demand&, const LintContext& context,
                           Diagnostics& found) {
  const DirectiveRule* rule = context.cluster.find_rule("account");
  const Directive* account = script.script.find("account");
  if (rule == nullptr || rule->pattern.empty() || account == nullptr || !account->value ||
      matches(rule->pattern, *account->value)) {
    return;
  }
  const std::vector<std::string> others = centers_with(*account->value, context);
  const std::string form = "accounts of " + context.center + " look like '" + rule->pattern + "'";
  if (others.empty()) {
    found.push_back(warning(context, account->line, "unusual account '" + *account->value + "'",
                            form, "check it"));
    return;
  }
  found.push_back(
      error(context, account->line,
            "account '" + *account->value + "' looks like one of " + alternatives(others), form,
            "give your project at " + context.center));
}

}  // namespace gpujob
