// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "planted_changes.h"

// Changes of what is counted: a user's jobs, the GPUs of a type, nodes that no shape describes; and
// of the partitions that a QOS is for.

namespace gpujob {

namespace {

using Kind = Difference::Kind;

/// One node like `first` less, or some more.
FakeSlurm with_nodes_like(const PlantingGround& site, const std::string& shape, int round) {
  FakeSlurm changed = site.slurm;
  const auto first = std::find_if(changed.nodes.begin(), changed.nodes.end(),
                                  [&](const auto& node) { return is_of_shape(node, shape); });
  ShowRecord more = *first;
  if (round == 0) changed.nodes.erase(first);
  for (int i = 0; i < round; ++i) {
    more["NodeName"] = format("{}-{}", shape, 200 + i);
    changed.nodes.push_back(more);
  }
  return changed;
}

/// Plants another value for each number that the limits set for all jobs.
template <class Change>
void each_limit(const std::vector<JobLimit>& limits, Change change) {
  for (const JobLimit& limit : limits) {
    ShowRecord numbers;
    put_limits(limit, numbers);
    for (const auto& [key, value] : numbers) change(key);
  }
}

std::string other_count(int round) {
  return std::to_string(8001 + round);
}

/// The other partitions refuse the QOS, or take it as well.
FakeSlurm with_qos_moved(const PlantingGround& site, const Qos& qos, const std::string& partition) {
  FakeSlurm changed = site.slurm;
  for (ShowRecord& record : changed.partitions) {
    if (record.at("PartitionName") != partition) continue;
    std::vector<std::string> denied;
    for (const Qos& one : site.cluster.qos) {
      if (one.is_for(partition) == (one.name == qos.name)) denied.push_back(one.name);
    }
    record["DenyQos"] = denied.empty() ? "(null)" : join(denied, ",");
  }
  return changed;
}

const PlantedChange kCounts[] = {
    {"where a QOS may be asked for",
     [](const PlantingGround& site, int round, const Plant& plant) {
       const auto& partitions = site.cluster.partitions;
       if (static_cast<std::size_t>(round) >= partitions.size()) return;
       for (const Qos& one : site.cluster.qos) {
         if (one.partitions.empty()) continue;
         plant({Kind::Changed, format("QOS '{}'", one.name), "partitions"},
               with_qos_moved(site, one, partitions[static_cast<std::size_t>(round)].name));
       }
     }},
    {"a limit of a QOS",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const Qos& one : site.cluster.qos) {
         each_limit(one.limits, [&](const std::string& key) {
           FakeSlurm changed = site.slurm;
           for (ShowRecord& qos : changed.qos)
             if (qos.at("name") == one.name) qos[key] = other_count(round);
           plant({Kind::Changed, format("limit of QOS '{}'", one.name), key}, changed);
         });
       }
     }},
    {"a limit of a partition's QOS",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const Partition& one : site.cluster.partitions) {
         each_limit(one.limits, [&](const std::string& key) {
           FakeSlurm changed = site.slurm;
           ShowRecord& qos = changed.qos.emplace_back(
               ShowRecord{{"name", "planted"}, {"time", ""}, {"nodes", ""}});
           for (const JobLimit& limit : one.limits) put_limits(limit, qos);
           qos[key] = other_count(round);
           for (ShowRecord& partition : changed.partitions)
             if (partition.at("PartitionName") == one.name) partition["QoS"] = "planted";
           plant({Kind::Changed, format("limit of partition '{}'", one.name), key}, changed);
         });
       }
     }},
    {"GPUs of a type in all",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const GpuType& type : site.cluster.gpus) {
         for (const NodeShape& shape : site.cluster.nodes) {
           if (!type.total || shape.gpu != type.key || shape.count) continue;
           plant({Kind::Changed, format("GPU type '{}'", type.key), "total"},
                 with_nodes_like(site, shape.id, round));
         }
       }
     }},
    {"nodes of a partition that are only counted",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const Partition& one : site.cluster.partitions) {
         if (one.nodes)
           plant({Kind::Changed, format("partition '{}'", one.name), "nodes"},
                 with_nodes_like(site, one.name, round));
       }
     }},
};

}  // namespace

std::span<const PlantedChange> planted_counts() {
  return kCounts;
}

}  // namespace gpujob
