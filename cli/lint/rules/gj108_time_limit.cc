// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/fit.h"
#include "lint/rules/rules.h"

namespace gpujob {

namespace {

struct Limit {
  Seconds time{0};
  std::string whose;
};

/// The longest of the partitions' limits; nothing if one is unknown.
std::optional<Limit> partition_limit(const Demand& demand, const Cluster& cluster) {
  std::optional<Limit> longest;
  for (const Partition* partition : known_partitions(demand, cluster)) {
    if (!partition->max_time) return std::nullopt;
    if (!longest || *partition->max_time > longest->time) {
      longest = Limit{*partition->max_time, "partition '" + partition->name + "'"};
    }
  }
  return longest;
}

std::optional<Limit> qos_limit(const ParsedScript& script, const Cluster& cluster) {
  const Qos* qos = qos_of(script, cluster);
  if (qos == nullptr || !qos->max_time) return std::nullopt;
  return Limit{*qos->max_time, "QOS '" + qos->name + "'"};
}

std::optional<Limit> center_limit(const LintContext& context) {
  const DirectiveRule* rule = context.cluster.find_rule("time");
  if (rule == nullptr || !rule->max) return std::nullopt;
  const std::optional<Seconds> time = parse_walltime(*rule->max);
  if (!time) return std::nullopt;
  return Limit{*time, context.center};
}

/// Words that sbatch takes for "no limit of my own".
bool is_unlimited(const std::string& value) {
  const std::string lower = to_lower(value);
  return lower == "unlimited" || lower == "infinite" || lower == "-1";
}

}  // namespace

void check_time_limit(const ParsedScript& script, const Demand& demand, const LintContext& context,
                      Diagnostics& found) {
  if (demand.lines.time == 0) return;
  const std::string& written = script.script.find("time")->value.value();
  if (!demand.time) {
    if (is_unlimited(written)) return;
    found.push_back(error(context, demand.lines.time, "'" + written + "' is no walltime",
                          "sbatch refuses: \"Invalid --time specification\"",
                          "write it like 00:30:00 or 1-12:00:00"));
    return;
  }
  for (const std::optional<Limit>& limit :
       {qos_limit(script, context.cluster), partition_limit(demand, context.cluster),
        center_limit(context)}) {
    if (!limit || *demand.time <= limit->time) continue;
    const std::string most = format_walltime(limit->time);
    found.push_back(over_limit(
        context, demand.lines.time, "time " + format_walltime(*demand.time) + " is over the limit",
        format("{} allows {}", limit->whose, most), "ask for at most " + most));
    return;
  }
}

}  // namespace gpujob
