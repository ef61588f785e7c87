// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "profile/cluster_check.h"
#include "profile/job_limits.h"

// Cross-checks of the qualities of service: each can be asked for somewhere, and each partition has
// one where jobs must ask for one.

namespace gpujob {

namespace {

/// Does the partition refuse every job that asks for the QOS?
bool refuses(const Partition& partition, const Qos& qos) {
  return std::any_of(partition.limits.begin(), partition.limits.end(), [&](const JobLimit& limit) {
    return !limit.refuse.empty() && limit.when_qos == qos.name && !limit.when_nodes &&
           !limit.when_gpus;
  });
}

void check_places(const ClusterCheck& check, const Qos& qos, const YamlRecord& record) {
  check_repeats(check, record, "partitions");
  bool taken = qos.partitions.empty();
  for (const std::string& name : qos.partitions) {
    check_partition_name(check, record.place("partitions"), name,
                         format("QOS '{}' is for the unknown partition '{}'", qos.name, name));
    const Partition* partition = check.cluster.find_partition(name);
    taken = taken || partition == nullptr || !refuses(*partition, qos);
  }
  if (taken) return;
  check.report(record.place("partitions"), format("no partition takes QOS '{}'", qos.name),
               format("limits of {} refuse it", places_of(qos)), "remove them, or the QOS");
}

/// What the QOS says of whole nodes agrees with what it charges, and with its partitions.
void check_whole_nodes(const ClusterCheck& check, const Qos& qos, const YamlRecord& record) {
  if (record.text("exclusive") != "never") return;
  if (qos.charge == Charge::WholeNode) {
    check.report(record.place("charge"), "whole nodes are charged but never given",
                 "'exclusive' is never");
  }
  const Partition* whole = nullptr;
  for (const Partition& partition : check.cluster.partitions) {
    if (!qos.is_for(partition.name)) continue;
    if (partition.exclusive != Exclusive::Always) return;
    whole = &partition;
  }
  if (whole == nullptr) return;
  check.report(record.place("exclusive"), format("QOS '{}' never gives whole nodes", qos.name),
               format("partition '{}' always does", whole->name), "remove 'exclusive'");
}

/// Jobs that name neither get a default QOS in a default partition.
void check_default_qos(const ClusterCheck& check) {
  const DirectiveRule* rule = check.cluster.find_rule("qos");
  if (rule == nullptr || !rule->default_value) return;
  const Qos* qos = check.cluster.find_qos(*rule->default_value);
  const DirectiveRule* named = check.cluster.find_rule("partition");
  const Partition* partition = named != nullptr && named->default_value
                                   ? check.cluster.find_partition(*named->default_value)
                                   : check.cluster.default_partition();
  if (qos == nullptr || partition == nullptr || qos->is_for(partition->name)) return;
  const YamlRecord record = check.record.record("directives").record("qos");
  check.report(record.place("default"),
               format("the default QOS '{}' is not for the default partition '{}'", qos->name,
                      partition->name),
               format("it is for {}", places_of(*qos)));
}

/// Where jobs must ask for a QOS, a partition without one takes none.
void check_reachable(const ClusterCheck& check) {
  const DirectiveRule* rule = check.cluster.find_rule("qos");
  const auto& all = check.cluster.qos;
  if (rule == nullptr || rule->use != Use::Required || all.empty()) return;
  for (const auto& [name, record] : check.record.named_records("partitions")) {
    const std::string& partition = name;
    if (std::any_of(all.begin(), all.end(), [&](const Qos& qos) { return qos.is_for(partition); }))
      continue;
    check.report(record.place(), format("no QOS is for partition '{}'", partition),
                 "'qos' is required by the directives", "add it to the 'partitions' of one");
  }
}

}  // namespace

void check_qos(const ClusterCheck& check) {
  const DirectiveRule* rule = check.cluster.find_rule("qos");
  const bool forbidden = rule != nullptr && rule->use == Use::Forbidden;
  for (const auto& [name, record] : check.record.named_records("qos")) {
    if (forbidden) {
      check.report(record.place(), format("QOS '{}' cannot be asked for", name),
                   "'qos' is forbidden by the directives");
    }
    const Qos* qos = check.cluster.find_qos(name);
    if (qos == nullptr) continue;
    check_places(check, *qos, record);
    check_whole_nodes(check, *qos, record);
  }
  check_default_qos(check);
  check_reachable(check);
}

}  // namespace gpujob
