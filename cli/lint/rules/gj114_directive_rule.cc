// SPDX-License-Identifier: MIT
#include "base/pattern.h"
#include "base/text.h"
#include "lint/fact_source.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"

// The profile's rules for options, except options with a rule of their own here.

namespace gpujob {

namespace {

/// Rules gj101, gj102, gj108, gj109 and gj115 cover these.
bool has_own_rule(const std::string& option) {
  return option == "account" || option == "partition" || option == "time";
}

std::string why_of(const DirectiveRule& rule, const LintContext& context,
                   const std::string& otherwise) {
  return rule.note.empty() ? context.center + " " + otherwise : rule.note;
}

void check_use(const DirectiveRule& rule, const Directive* directive, const LintContext& context,
               Diagnostics& found) {
  const std::string option = "--" + rule.option;
  if (rule.use == Use::Required && directive == nullptr) {
    found.push_back(error(context, {}, "no " + option + " is given",
                          why_of(rule, context, "requires it"), "add '#SBATCH " + option + "'"));
  }
  if (rule.use == Use::Forbidden && directive != nullptr) {
    found.push_back(error(context, directive->place(), option + " is not allowed here",
                          why_of(rule, context, "forbids it"), "remove it"));
  }
}

void check_value(const DirectiveRule& rule, const Directive& directive, const LintContext& context,
                 Diagnostics& found) {
  if (!directive.value) return;
  const std::string written = "'--" + rule.option + "=" + *directive.value + "'";
  if (!rule.pattern.empty()) {
    const Result<Pattern> pattern = Pattern::compile(rule.pattern);
    if (pattern && !pattern->matches(*directive.value)) {
      found.push_back(error(context, directive.place(),
                            written + " does not match '" + rule.pattern + "'",
                            why_of(rule, context, "requires that form"), "correct the value"));
    }
  }
  const std::optional<long long> value = parse_integer(*directive.value);
  const std::optional<long long> most = rule.max ? parse_integer(*rule.max) : std::nullopt;
  if (value && most && *value > *most) {
    found.push_back(error(context, directive.place(), written + " is over the limit",
                          why_of(rule, context, "allows " + *rule.max),
                          "ask for at most " + *rule.max));
  }
}

ScriptPlace later_of(const Directive& one, const Directive& other) {
  return one.line > other.line ? one.place() : other.place();
}

bool excludes(const Cluster& cluster, const std::string& option, const std::string& other) {
  const DirectiveRule* rule = cluster.find_rule(option);
  return rule != nullptr && contains(rule->excludes, other);
}

/// If both options exclude each other, the later one gets the message.
void check_excludes(const DirectiveRule& rule, const Directive& directive,
                    const ParsedScript& script, const LintContext& context, Diagnostics& found) {
  for (const std::string& other : rule.excludes) {
    const Directive* second = script.script.find(other);
    if (second == nullptr) continue;
    const bool mutual = excludes(context.cluster, other, rule.option);
    if (mutual && directive.line < second->line) continue;
    found.push_back(error(context, later_of(directive, *second),
                          "--" + rule.option + " and --" + other + " are given together",
                          "they exclude each other", "remove one of them"));
  }
}

/// Groups of options of which sbatch itself accepts only one. Tried on sbatch 22.05.8.
const std::vector<std::vector<std::string>> kOneOf = {{"mem", "mem-per-cpu", "mem-per-gpu"},
                                                      {"cpus-per-task", "cpus-per-gpu"},
                                                      {"ntasks-per-node", "ntasks-per-gpu"},
                                                      {"gpus-per-task", "ntasks-per-gpu"},
                                                      {"core-spec", "thread-spec"}};

/// Options of which sbatch accepts only one.
void check_one_of(const std::vector<std::string>& options, const ParsedScript& script,
                  const LintContext& context, Diagnostics& found) {
  const Directive* first = nullptr;
  for (const std::string& option : options) {
    const Directive* directive = script.script.find(option);
    if (directive == nullptr) continue;
    if (first == nullptr) {
      first = directive;
    } else if (!excludes(context.cluster, first->option, option) &&
               !excludes(context.cluster, option, first->option)) {
      found.push_back(error(context, later_of(*first, *directive),
                            "--" + first->option + " and --" + option + " are given together",
                            "sbatch takes one of them", "remove one of them"));
    }
  }
}

}  // namespace

void check_directive_rule(const ParsedScript& script, const ResourceRequest&,
                          const LintContext& context, Diagnostics& found) {
  for (const auto& [option, rule] : context.cluster.directives) {
    const Directive* directive = script.script.find(option);
    const std::size_t before = found.size();
    if (!has_own_rule(option)) check_use(rule, directive, context, found);
    if (directive != nullptr) {
      if (!has_own_rule(option)) check_value(rule, *directive, context, found);
      check_excludes(rule, *directive, script, context, found);
    }
    for (std::size_t i = before; i < found.size(); ++i) {
      found[i].source = source_text(context, rule.source);
    }
  }
  for (const std::vector<std::string>& options : kOneOf) {
    check_one_of(options, script, context, found);
  }
}

}  // namespace gpujob
