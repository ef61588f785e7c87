// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

namespace gpujob {

namespace {

/// A default this short ends nearly every job early.
constexpr Seconds kShort = std::chrono::minutes(10);

}  // namespace

void check_time_missing(const ParsedScript& script, const ResourceRequest& request,
                        const LintContext& context, Diagnostics& found) {
  if (script.script.find("time") != nullptr) return;
  const std::string fix = "add '#SBATCH --time=' with what the job needs";
  for (const Partition* partition : known_partitions(request, context.cluster)) {
    if (!partition->default_time || *partition->default_time > kShort) continue;
    found.push_back(error(context, {}, "no time limit is given",
                          format("partition '{}' then ends the job after {}", partition->name,
                                 format_walltime(*partition->default_time)),
                          fix));
    return;
  }
  const DirectiveRule* rule = context.cluster.find_rule("time");
  if (rule == nullptr || rule->use != Use::Required) return;
  found.push_back(error(context, {}, "no time limit is given",
                        rule->note.empty() ? context.center + " requires it" : rule->note, fix));
}

}  // namespace gpujob
