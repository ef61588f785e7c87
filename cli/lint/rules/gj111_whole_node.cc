// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

// A partition of whole nodes charges the whole node whatever was requested. --exclusive does the
// same, which is worth a warning if it leaves GPUs idle.

namespace gpujob {

namespace {

using Shapes = std::vector<const NodeShape*>;

/// The number common to all shapes; nothing if they differ or one is unknown.
template <class Get>
std::optional<long long> common(const Shapes& shapes, Get get) {
  std::optional<long long> shared;
  for (const NodeShape* shape : shapes) {
    const std::optional<long long> value = get(*shape);
    if (!value || (shared && *shared != *value)) return std::nullopt;
    shared = value;
  }
  return shared;
}

std::optional<long long> cores_of(const NodeShape& shape) {
  if (!shape.cpus) return std::nullopt;
  return *shape.cpus / std::max(shape.threads_per_core.value_or(1), 1);
}

/// "2 nodes with 8 GPUs each; this charges 128 cores"
std::string cost(const Partition& partition, const Shapes& shapes, long long nodes) {
  std::string text = count_of(nodes, "node");
  const std::optional<long long> gpus = common(
      shapes, [](const NodeShape& shape) { return std::optional<long long>(all_gpus(shape)); });
  if (gpus && *gpus > 0) {
    text += " with " + count_of(*gpus, "GPU") + (nodes > 1 ? " each" : "");
  }
  const std::optional<long long> cores = common(shapes, cores_of);
  if (!partition.charges_whole_node) return text;
  return text + (cores ? format("; this charges {}", count_of(*cores * nodes, "core"))
                       : "; this charges whole nodes");
}

void check_idle_gpus(const Directive& exclusive, const ResourceRequest& request,
                     const Shapes& shapes, const LintContext& context, Diagnostics& found) {
  if (!request.wants_gpus() || exclusive.value) return;
  const bool idle = std::all_of(shapes.begin(), shapes.end(), [&](const NodeShape* shape) {
    return all_gpus(*shape) > std::max(request.gpus_per_node, request.gpus);
  });
  if (!idle || shapes.empty()) return;
  found.push_back(
      warning(context, exclusive.place(),
              format("--exclusive takes whole nodes for {}", count_of(request.gpus, "GPU")),
              format("such nodes have {}", gpu_counts(shapes)), "remove it"));
}

}  // namespace

void check_whole_node(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  const std::vector<const Partition*> partitions = known_partitions(request, context.cluster);
  const Shapes shapes = fitting_shapes(request);
  if (partitions.size() != 1 || partitions.size() != request.partitions.size()) return;
  const Partition& partition = *partitions.front();
  const long long nodes = nodes_on(shapes, request);
  const bool whole = partition.exclusive == Exclusive::Always ||
                     (partition.exclusive == Exclusive::SeveralNodes && nodes > 1);
  const Directive* exclusive = script.script.find("exclusive");
  if (whole) {
    found.push_back(note(context, request.lines.partition,
                         "partition '" + partition.name + "' gives whole nodes" +
                             (partition.exclusive == Exclusive::Always ? "" : " to such a job"),
                         cost(partition, shapes, nodes)));
  } else if (exclusive != nullptr) {
    check_idle_gpus(*exclusive, request, shapes, context, found);
  }
}

}  // namespace gpujob
