// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

namespace gpujob {

namespace {

/// "'p' (k)": GPU partitions for batch jobs, with the keys of their GPUs.
std::vector<std::string> others(const Cluster& cluster) {
  std::vector<std::string> found;
  for (const Partition& partition : cluster.partitions) {
    std::vector<std::string> keys;
    for (const NodeShape* shape : cluster.typed_shapes()) {
      const auto& in = shape->partitions;
      const bool here = contains(in, partition.name);
      const bool listed = contains(keys, shape->gpu);
      if (here && !listed && !shape->gpu.empty()) keys.push_back(shape->gpu);
    }
    if (!partition.batch_jobs || keys.empty()) continue;
    found.push_back(format("'{}' ({})", partition.name, join(keys, ", ")));
  }
  return found;
}

}  // namespace

void check_batch_jobs(const ParsedScript&, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  for (const Partition* partition : known_partitions(request, context.cluster)) {
    if (partition->batch_jobs) continue;
    const std::vector<std::string> instead = others(context.cluster);
    found.push_back(error(
        context, request.lines.partition, "partition '" + partition->name + "' takes no batch jobs",
        partition->note, instead.empty() ? "" : format("use partition {}", join(instead, " or "))));
  }
}

}  // namespace gpujob
