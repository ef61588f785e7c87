// SPDX-License-Identifier: MIT
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

}  // namespace

void check_readable(const ParsedScript& script, const ResourceRequest&, const LintContext& context,
                    Diagnostics& found) {
  check_values(ValueProblem::Kind::Unreadable, script, context, found);
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
