// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"
#include "script/option_value.h"

// Values against sbatch's grammar, before any rule asks what they mean. What sbatch accepts
// literally, such as `--output=$HOME/x`, is a warning.

namespace gpujob {

namespace {

void check_values(ValueProblem::Kind kind, const ParsedScript& script, const LintContext& context,
                  Diagnostics& found) {
  for (const Directive& directive : script.script.directives) {
    const std::optional<ValueProblem> problem = value_problem(directive);
    if (!problem || problem->kind != kind) continue;
    const auto finding = problem->refused ? error : warning;
    found.push_back(
        finding(context, directive.place(), problem->problem, problem->why, problem->fix));
    if (problem->better) found.back().edit = value_edit(directive, *problem->better);
  }
}

/// Tasks are placed by a list that the value itself does not hold.
void check_arbitrary(const ParsedScript& script, const LintContext& context, Diagnostics& found) {
  const Directive* distribution = script.script.find("distribution");
  if (distribution == nullptr ||
      !to_lower(distribution->value.value_or("")).starts_with("arbitrary") ||
      script.script.find("nodelist") != nullptr || script.script.find("nodefile") != nullptr) {
    return;
  }
  found.push_back(
      error(context, distribution->place(), "--distribution=arbitrary without a list of nodes",
            "sbatch refuses: 'With Arbitrary distribution you need to specify a nodelist'",
            "add --nodelist, or use block or cyclic"));
}

}  // namespace

void check_readable(const ParsedScript& script, const ResourceRequest&, const LintContext& context,
                    Diagnostics& found) {
  check_values(ValueProblem::Kind::Unreadable, script, context, found);
  check_arbitrary(script, context, found);
}

void check_template(const ParsedScript& script, const ResourceRequest&, const LintContext& context,
                    Diagnostics& found) {
  check_values(ValueProblem::Kind::Template, script, context, found);
}

void check_shell_variable(const ParsedScript& script, const ResourceRequest&,
                          const LintContext& context, Diagnostics& found) {
  check_values(ValueProblem::Kind::ShellVariable, script, context, found);
}

}  // namespace gpujob
