// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"
#include "script/option_value.h"

namespace gpujob {

namespace {

struct TimeLimit {
  Seconds time{0};
  std::string whose;
};

/// The longest of the partitions' limits; nothing if one is unknown.
std::optional<TimeLimit> partition_limit(const ResourceRequest& request, const Cluster& cluster) {
  std::optional<TimeLimit> longest;
  for (const Partition* partition : known_partitions(request, cluster)) {
    if (!partition->max_time) return std::nullopt;
    if (!longest || *partition->max_time > longest->time) {
      longest = TimeLimit{*partition->max_time, "partition '" + partition->name + "'"};
    }
  }
  return longest;
}

std::optional<TimeLimit> qos_limit(const Qos* qos) {
  if (qos == nullptr || !qos->max_time) return std::nullopt;
  return TimeLimit{*qos->max_time, "QOS '" + qos->name + "'"};
}

std::optional<TimeLimit> center_limit(const LintContext& context) {
  const DirectiveRule* rule = context.cluster.find_rule("time");
  if (rule == nullptr || !rule->max) return std::nullopt;
  const std::optional<Seconds> time = parse_walltime(*rule->max);
  if (!time) return std::nullopt;
  return TimeLimit{*time, context.center};
}

/// The least time that the job wants is at most its limit.
void check_least_time(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  const Directive* least = script.script.find("time-min");
  if (least == nullptr || !least->value || !request.time) return;
  const std::optional<Seconds> time =
      is_unlimited(*least->value) ? kUnlimited : parse_walltime(*least->value);
  if (!time || *time <= *request.time) return;
  found.push_back(error(
      context, least->place(),
      format("--time-min={} is more than --time={}", *least->value, format_walltime(*request.time)),
      "sbatch refuses: 'Invalid time-min specification'",
      "ask for a longer --time, or for less at least"));
}

/// A day as "2026-11-21" has passed. Other forms of a date depend on the moment of submission.
void check_deadline(const ParsedScript& script, const LintContext& context, Diagnostics& found) {
  const Directive* deadline = script.script.find("deadline");
  if (deadline == nullptr || !deadline->value || context.today.empty()) return;
  const std::string day = deadline->value->substr(0, context.today.size());
  if (day.size() != context.today.size() || day[4] != '-' || day >= context.today) return;
  found.push_back(error(context, deadline->place(), "the deadline " + day + " has passed",
                        "sbatch refuses a job that cannot end before its deadline",
                        "give a later day, or none"));
}

}  // namespace

void check_time_limit(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  check_least_time(script, request, context, found);
  check_deadline(script, context, found);
  if (!request.time) return;
  const bool unlimited = *request.time == kUnlimited;
  for (const std::optional<TimeLimit>& limit :
       {qos_limit(request.qos), partition_limit(request, context.cluster), center_limit(context)}) {
    if (!limit || *request.time <= limit->time) continue;
    const std::string most = format_walltime(limit->time);
    found.push_back(
        over_limit(context, request.lines.time,
                   unlimited ? "time is unlimited"
                             : "time " + format_walltime(*request.time) + " is over the limit",
                   format("{} allows {}", limit->whose, most), "ask for at most " + most));
    return;
  }
}

}  // namespace gpujob
