// SPDX-License-Identifier: MIT
#include "lint/lint.h"

#include <algorithm>

#include "base/text.h"
#include "lint/fact_source.h"
#include "lint/resource_request.h"

namespace gpujob {

namespace {

/// The line in `name:line`; 0 without one.
long long line_of(const Diagnostic& diagnostic, const std::string& name) {
  if (diagnostic.where.size() <= name.size()) return 0;
  return parse_integer(std::string_view(diagnostic.where).substr(name.size() + 1)).value_or(0);
}

/// Codes about the reading of a value, and those about its meaning, which only follow from them.
bool is_about_reading(std::string_view code) {
  return code >= "gj126" && code <= "gj128";
}

bool is_about_meaning(std::string_view code) {
  return code != "gj100" && code != "gj101" && code != "gj119" && code != "gj123" &&
         code != "gj124" && !is_about_reading(code);
}

/// One cause, one finding: where a value cannot be read, what it means is not checked.
void drop_consequences(Diagnostics& all, const std::string& name) {
  std::vector<long long> unread;
  bool gpus = false;
  for (const Diagnostic& one : all) {
    if (!is_about_reading(one.code) || one.severity != Severity::Error) continue;
    unread.push_back(line_of(one, name));
    gpus = gpus || one.problem.starts_with("--g");
  }
  std::erase_if(all, [&](const Diagnostic& one) {
    const bool no_gpus = one.code == "gj103" || one.code == "gj116" || one.code == "gj112";
    const long long line = line_of(one, name);
    const bool same = line > 0 && contains(unread, line);
    return is_about_meaning(one.code) && (same || (gpus && no_gpus));
  });
}

}  // namespace

Diagnostics lint(const ParsedScript& script, const LintContext& context) {
  const std::vector<BodyCommand> commands = body_commands(script.script);
  LintContext with_commands = context;
  with_commands.commands = commands;
  const ResourceRequest request = requested_resources(script.script, context.cluster);
  Diagnostics all;
  for (const Rule& rule : lint_rules()) {
    Diagnostics found;
    rule.check(script, request, with_commands, found);
    for (Diagnostic& diagnostic : found) {
      diagnostic.code = rule.code;
      if (!diagnostic.source.empty()) continue;
      diagnostic.source = fact_source(rule.code, request, context);
    }
    append(all, std::move(found));
  }
  drop_consequences(all, context.script_name);
  std::stable_sort(all.begin(), all.end(), [&](const Diagnostic& left, const Diagnostic& right) {
    return line_of(left, context.script_name) < line_of(right, context.script_name);
  });
  return all;
}

}  // namespace gpujob
