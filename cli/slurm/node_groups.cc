// SPDX-License-Identifier: MIT
#include "slurm/node_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace gpujob {

namespace {

/// What makes nodes equal.
auto hardware_of(const SlurmNode& node) {
  return std::tie(node.partitions, node.features, node.gpus, node.cpus, node.usable_cpus,
                  node.threads_per_core, node.memory_mib);
}

struct LessHardware {
  bool operator()(const SlurmNode& one, const SlurmNode& other) const {
    return hardware_of(one) < hardware_of(other);
  }
};

}  // namespace

std::vector<SlurmNodeGroup> group_nodes(const std::vector<SlurmNode>& nodes) {
  std::vector<SlurmNodeGroup> groups;
  std::map<SlurmNode, std::size_t, LessHardware> places;
  for (SlurmNode node : nodes) {
    std::sort(node.partitions.begin(), node.partitions.end());
    std::sort(node.features.begin(), node.features.end());
    const auto [place, is_new] = places.try_emplace(node, groups.size());
    if (is_new) groups.push_back({node, {}, {}});
    SlurmNodeGroup& group = groups[place->second];
    group.names.push_back(node.name);
    if (!node.arch.empty()) group.archs.insert(node.arch);
  }
  return groups;
}

}  // namespace gpujob
