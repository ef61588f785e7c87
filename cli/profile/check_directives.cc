// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/pattern.h"
#include "base/suggest.h"
#include "base/text.h"
#include "profile/cluster_check.h"

// Cross-checks of the rules about sbatch's options.

namespace gpujob {

namespace {

/// A limit as something to compare: seconds for time, else the number.
std::optional<double> amount(const std::string& option, const std::string& text) {
  if (option != "time") return parse_real(text);
  const std::optional<Seconds> walltime = parse_walltime(text);
  return walltime ? std::optional(static_cast<double>(walltime->count())) : std::nullopt;
}

void check_limit(const ClusterCheck& check, const DirectiveRule& rule, const YamlRecord& record) {
  const bool time = rule.option == "time";
  const char* form = time ? "the limit of time is a walltime such as 7-00:00:00"
                          : "the limit of this option is a number";
  // A bare number would be minutes to sbatch and hours to most readers.
  const bool bare = rule.max && time && parse_integer(*rule.max);
  const std::optional<double> limit = rule.max ? amount(rule.option, *rule.max) : std::nullopt;
  if (rule.max && (!limit || bare)) {
    check.report(record.place("max"), format("'max' cannot be '{}'", *rule.max), form);
    return;
  }
  if (!rule.default_value) return;
  const std::optional<double> value = amount(rule.option, *rule.default_value);
  if (time && !value) {
    check.report(record.place("default"), format("'default' cannot be '{}'", *rule.default_value),
                 "it is not a walltime");
  } else if (limit && value && *value > *limit) {
    check.report(record.place("default"), format("'default' is {}", *rule.default_value),
                 format("'max' is {}", *rule.max));
  }
}

void check_pattern(const ClusterCheck& check, const DirectiveRule& rule, const YamlRecord& record) {
  if (rule.pattern.empty()) return;
  const Result<Pattern> pattern = Pattern::compile(rule.pattern);
  if (!pattern) {
    const Diagnostic& reason = pattern.failure().diagnostics.front();
    check.report(record.place("pattern"), reason.problem, reason.why);
  } else if (rule.default_value && !pattern->matches(*rule.default_value)) {
    check.report(record.place("default"), format("'default' is '{}'", *rule.default_value),
                 format("it does not match the pattern '{}'", rule.pattern));
  }
}

void check_forbidden(const ClusterCheck& check, const YamlRecord& record) {
  for (const char* key : {"default", "pattern", "max", "excludes"}) {
    if (!record.has(key)) continue;
    check.report(record.place(key), format("a forbidden option has '{}'", key),
                 "it is never given, so the value is never used");
  }
}

void check_excludes(const ClusterCheck& check, const DirectiveRule& rule,
                    const YamlRecord& record) {
  check_repeats(check, record, "excludes");
  for (const std::string& other : rule.excludes) {
    const DirectiveRule* excluded = check.cluster.find_rule(other);
    const bool both_required =
        rule.use == Use::Required && excluded != nullptr && excluded->use == Use::Required;
    if (other == rule.option) {
      check.report(record.place("excludes"), format("'{}' excludes itself", other));
    } else if (both_required) {
      check.report(record.place("excludes"), format("'{}' excludes '{}'", rule.option, other),
                   "both are required");
    }
  }
}

void check_default_partition(const ClusterCheck& check, const DirectiveRule& rule,
                             const YamlRecord& record) {
  if (rule.option != "partition" || !rule.default_value) return;
  check_partition_name(check, record.place("default"), *rule.default_value,
                       format("no partition '{}'", *rule.default_value));
}

/// An option is a plug-in's or Slurm's; where `directives` has it too, the pattern stands once.
void check_plugins(const ClusterCheck& check) {
  const YamlRecord directives = check.record.record("directives");
  for (const auto& [option, record] : check.record.named_records("plugins")) {
    const DirectiveRule* rule = check.cluster.find_rule(option);
    if (rule == nullptr) continue;
    check_pattern(check, *rule, record);
    if (record.text("value") == "none" && record.has("pattern")) {
      check.report(record.place("pattern"), format("'{}' takes no value", option),
                   "so a pattern for it is never used", "leave it out");
    }
    const YamlRecord other = directives.record(option);
    if (record.has("pattern") && other.has("pattern")) {
      check.report(other.place("pattern"), format("'{}' has two patterns", option),
                   "'plugins' has one as well", "leave one out");
    }
  }
}

}  // namespace

void check_directives(const ClusterCheck& check) {
  check_plugins(check);
  for (const auto& [option, record] : check.record.named_records("directives")) {
    const DirectiveRule* rule = check.cluster.find_rule(option);
    if (rule == nullptr) continue;
    if (rule->use == Use::Forbidden) {
      check_forbidden(check, record);
      continue;
    }
    check_pattern(check, *rule, record);
    check_limit(check, *rule, record);
    check_excludes(check, *rule, record);
    check_default_partition(check, *rule, record);
  }
}

}  // namespace gpujob
