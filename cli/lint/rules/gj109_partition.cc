// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/suggest.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"

namespace gpujob {

void check_partition(const ParsedScript& script, const ResourceRequest& request,
                     const LintContext& context, Diagnostics& found) {
  const Cluster& cluster = context.cluster;
  const DirectiveRule* rule = cluster.find_rule("partition");
  std::vector<std::string> names;
  std::vector<std::string> useful;
  for (const Partition& partition : cluster.partitions) {
    names.push_back(partition.name);
    if (partition.batch_jobs) useful.push_back(partition.name);
  }
  const bool given = request.lines.partition.line > 0;
  if (rule != nullptr && rule->use == Use::Required && !given) {
    found.push_back(error(context, {}, "no partition is given",
                          cluster.name + " has no default one",
                          format("add '#SBATCH --partition=' with one of {}", join(useful, ", "))));
  }
  const Partition* usual = cluster.default_partition();
  const bool may_be_left_out = rule == nullptr || rule->use == Use::Optional;
  if (may_be_left_out && !given && usual == nullptr && !useful.empty()) {
    found.push_back(
        warning(context, {}, "no partition is given", "no default one is known of " + cluster.name,
                format("add '#SBATCH --partition=' with one of {}", join(useful, ", "))));
  }
  const bool names_default = given && usual != nullptr && request.partitions.size() == 1 &&
                             request.partitions.front() == usual->name;
  if (rule != nullptr && rule->use == Use::Forbidden && names_default) {
    found.push_back(note(context, request.lines.partition, "the default partition is given",
                         rule->note, "the option can be removed"));
    return;
  }
  if (rule != nullptr && rule->use == Use::Forbidden && given) {
    found.push_back(
        error(context, request.lines.partition, "a partition is given",
              rule->note.empty() ? cluster.name + " chooses it from the request" : rule->note,
              "remove the option"));
    return;
  }
  if (!given || names.empty()) return;
  for (const std::string& name : request.partitions) {
    if (cluster.find_partition(name) != nullptr) continue;
    // The GPUs of a partition outside the profile are unknown.
    const auto finding = request.wants_gpus() ? error : over_limit;
    found.push_back(finding(context, request.lines.partition, "no partition '" + name + "'",
                            format("{} has {}", cluster.name, join(names, ", ")),
                            did_you_mean(name, useful)));
    const Directive* option = script.script.find("partition");
    const std::optional<std::string> meant = other_capitals(name, names);
    if (option == nullptr || !meant) continue;
    found.back().edit = value_edit(*option, with_name(*option->value, name, *meant));
  }
}

}  // namespace gpujob
