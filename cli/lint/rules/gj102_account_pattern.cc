// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/pattern.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

// An account in another center's form is an error. One in an unknown form is only a warning, since
// courses and staff have special accounts. So is one that the partition does not charge.

namespace gpujob {

namespace {

std::vector<std::string> centers_with(const std::string& account, const LintContext& context) {
  std::vector<std::string> centers;
  for (const AccountPattern& other : context.accounts) {
    if (other.center == context.center || !matches(other.pattern, account)) continue;
    if (!contains(centers, other.center)) {
      centers.push_back(other.center);
    }
  }
  return centers;
}

/// An account of the center in a partition that charges other accounts.
void check_partition_account(const Directive& account, const ResourceRequest& request,
                             const LintContext& context, Diagnostics& found) {
  const std::vector<const Partition*> partitions = known_partitions(request, context.cluster);
  const bool refused =
      !partitions.empty() && partitions.size() == request.partitions.size() &&
      std::all_of(partitions.begin(), partitions.end(), [&](const Partition* one) {
        return !one->account_pattern.empty() && !matches(one->account_pattern, *account.value);
      });
  if (!refused) return;
  const Partition& first = *partitions.front();
  found.push_back(
      warning(context, account.place(),
              "account '" + *account.value + "' is unusual for partition '" + first.name + "'",
              "accounts there look like '" + first.account_pattern + "'", "check it"));
}

void check_center_account(const Directive& account, const std::string& pattern,
                          const LintContext& context, Diagnostics& found) {
  const std::vector<std::string> others = centers_with(*account.value, context);
  const std::string form = "accounts of " + context.center + " look like '" + pattern + "'";
  if (others.empty()) {
    found.push_back(warning(context, account.place(), "unusual account '" + *account.value + "'",
                            form, "check it"));
    return;
  }
  found.push_back(
      error(context, account.place(),
            "account '" + *account.value + "' looks like one of " + alternatives(others), form,
            "give your project at " + context.center));
}

}  // namespace

void check_account_pattern(const ParsedScript& script, const ResourceRequest& request,
                           const LintContext& context, Diagnostics& found) {
  const DirectiveRule* rule = context.cluster.find_rule("account");
  const Directive* account = script.script.find("account");
  if (account == nullptr || !account->value) return;
  if (rule == nullptr || rule->pattern.empty() || matches(rule->pattern, *account->value)) {
    check_partition_account(*account, request, context, found);
  } else {
    check_center_account(*account, rule->pattern, context, found);
  }
}

}  // namespace gpujob
