// SPDX-License-Identifier: MIT
#include "lint/lint.h"

#include <algorithm>

#include "base/text.h"
#include "lint/resource_request.h"

namespace gpujob {

namespace {

/// The line in `name:line`; 0 without one.
long long line_of(const Diagnostic& diagnostic, const std::string& name) {
  if (diagnostic.where.size() <= name.size()) return 0;
  return parse_integer(std::string_view(diagnostic.where).substr(name.size() + 1)).value_or(0);
}

}  // namespace

Diagnostics lint(const ParsedScript& script, const LintContext& context) {
  const ResourceRequest request = requested_resources(script.script, context.cluster);
  Diagnostics all;
  for (const Rule& rule : lint_rules()) {
    Diagnostics found;
    rule.check(script, request, context, found);
    for (Diagnostic& diagnostic : found) diagnostic.code = rule.code;
    append(all, std::move(found));
  }
  std::stable_sort(all.begin(), all.end(), [&](const Diagnostic& left, const Diagnostic& right) {
    return line_of(left, context.script_name) < line_of(right, context.script_name);
  });
  return all;
}

}  // namespace gpujob
