// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

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

std::optional<TimeLimit> qos_limit(const ParsedScript& script, const Cluster& cluster) {
  const Qos* qos = qos_of(script, cluster);
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

}  // namespace

void check_time_limit(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  if (!request.time) return;
  const bool unlimited = *request.time == kUnlimited;
  for (const std::optional<TimeLimit>& limit :
       {qos_limit(script, context.cluster), partition_limit(request, context.cluster),
        center_limit(context)}) {
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
