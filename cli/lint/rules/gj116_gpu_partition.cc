// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"
#include "lint/suggestion.h"

namespace gpujob {

namespace {

using Shapes = std::vector<const NodeShape*>;

bool any_gpu(const Shapes& shapes) {
  return std::any_of(shapes.begin(), shapes.end(),
                     [](const NodeShape* shape) { return has_gpus(*shape); });
}

/// Partitions whose nodes have GPUs for batch jobs.
std::vector<std::string> gpu_partitions(const Cluster& cluster) {
  std::vector<std::string> names;
  for (const Partition& partition : cluster.partitions) {
    ResourceRequest there;
    there.partitions = {partition.name};
    if (!partition.batch_jobs || partition.gpu == Use::Forbidden) continue;
    if (any_gpu(shapes_in_partitions(there, cluster))) names.push_back(partition.name);
  }
  return names;
}

void check_without_gpu(const ParsedScript& script, const ResourceRequest& request,
                       const LintContext& context, Diagnostics& found) {
  const Shapes& shapes = request.shapes;
  // A constraint may select nodes without GPUs: then a GPU request is not needed.
  if (!any_gpu(shapes) || gpus_come_anyway(request, context.cluster)) return;
  for (const Partition* partition : known_partitions(request, context.cluster)) {
    if (partition->gpu != Use::Required) continue;
    found.push_back(over_limit(context, request.lines.partition,
                               "no GPU is requested in partition '" + partition->name + "'",
                               partition->note.empty() ? "it takes GPU jobs only" : partition->note,
                               way_to_one_gpu({}, script.script, request, context)));
  }
}

}  // namespace

void check_gpu_partition(const ParsedScript& script, const ResourceRequest& request,
                         const LintContext& context, Diagnostics& found) {
  if (!request.wants_gpus()) return check_without_gpu(script, request, context, found);
  const Shapes shapes = shapes_in_partitions(request, context.cluster);
  const std::vector<const Partition*> partitions = known_partitions(request, context.cluster);
  if (partitions.empty()) return;
  const bool forbidden =
      std::all_of(partitions.begin(), partitions.end(),
                  [](const Partition* partition) { return partition->gpu == Use::Forbidden; });
  const bool bare = !shapes.empty() && !any_gpu(shapes);
  if (!forbidden && !bare) return;
  const std::vector<std::string> instead = gpu_partitions(context.cluster);
  const std::string what = request.lines.partition.line > 0 ? "partition" : "the default partition";
  // An error even in a profile from hearsay: GPUs that the profile does not know cannot be planned.
  const auto finding = any_gpu(shapes) ? over_limit : error;
  found.push_back(
      finding(context, request.lines.gpus,
              format("{} {} has no GPUs", what, alternatives(request.partitions)),
              "the job would not start",
              instead.empty() ? "" : format("use partition {}", alternatives(instead))));
}

}  // namespace gpujob
