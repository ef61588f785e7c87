// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/fact_source.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

// A partition or a QOS of whole nodes charges the whole node whatever was requested. --exclusive
// does the same, which is worth a warning if it leaves GPUs idle.

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
std::string cost(bool charged_whole, const Shapes& shapes, long long nodes) {
  std::string text = count_of(nodes, "node");
  const std::optional<long long> gpus = common(
      shapes, [](const NodeShape& shape) { return std::optional<long long>(all_gpus(shape)); });
  if (gpus && *gpus > 0) {
    text += " with " + count_of(*gpus, "GPU") + (nodes > 1 ? " each" : "");
  }
  const std::optional<long long> cores = common(shapes, cores_of);
  if (!charged_whole) return text;
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

/// Who gives whole nodes to jobs: a partition or a QOS.
struct NodeGiver {
  std::string name;
  Exclusive exclusive = Exclusive::Never;
  bool charges_whole_node = false;
  ScriptPlace place;
};

void report_giver(const NodeGiver& giver, const Shapes& shapes, long long nodes,
                  const LintContext& context, Diagnostics& found) {
  const bool always = giver.exclusive == Exclusive::Always;
  found.push_back(note(context, giver.place,
                       giver.name + " gives whole nodes" + (always ? "" : " to such a job"),
                       cost(giver.charges_whole_node, shapes, nodes)));
}

}  // namespace

void check_whole_node(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  const std::vector<const Partition*> partitions = known_partitions(request, context.cluster);
  const Shapes shapes = fitting_shapes(request);
  const long long nodes = nodes_on(shapes, request);
  const Qos* qos = request.qos;
  const bool is_one = partitions.size() == 1 && partitions.size() == request.partitions.size();
  const Partition* partition = is_one ? partitions.front() : nullptr;
  const Directive* exclusive = script.script.find("exclusive");
  if (partition != nullptr && gives_whole_nodes(partition->exclusive, nodes)) {
    report_giver({"partition '" + partition->name + "'", partition->exclusive,
                  partition->charges_whole_node, request.lines.partition},
                 shapes, nodes, context, found);
  } else if (qos != nullptr && gives_whole_nodes(qos->exclusive, nodes)) {
    report_giver({"QOS '" + qos->name + "'", qos->exclusive, qos->charge == Charge::WholeNode,
                  script.script.find("qos")->place()},
                 shapes, nodes, context, found);
    found.back().source = source_text(context, qos->source);
  } else if (exclusive != nullptr && partition != nullptr) {
    check_idle_gpus(*exclusive, request, shapes, context, found);
  }
}

}  // namespace gpujob
