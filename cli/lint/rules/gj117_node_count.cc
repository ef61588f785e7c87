// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

namespace gpujob {

namespace {

/// The sum of the shapes' nodes; nothing if a count, or a bound for it, is unknown.
std::optional<long long> node_count(const std::vector<const NodeShape*>& shapes) {
  std::optional<long long> sum;
  for (const NodeShape* shape : shapes) {
    const std::optional<int> nodes = most_nodes(*shape);
    if (!nodes) return std::nullopt;
    sum = sum.value_or(0) + *nodes;
  }
  return sum;
}

struct NodeLimit {
  int nodes = 0;
  std::string whose;
};

/// The tightest limit of the partition and the QOS.
std::optional<NodeLimit> limit_of(const ParsedScript& script, const ResourceRequest& request,
                                  const Cluster& cluster) {
  std::optional<NodeLimit> limit;
  const std::vector<const Partition*> partitions = known_partitions(request, cluster);
  if (partitions.size() == 1 && partitions.front()->max_nodes) {
    limit = {*partitions.front()->max_nodes, "partition '" + partitions.front()->name + "'"};
  }
  const Qos* qos = qos_of(script, cluster);
  if (qos != nullptr && qos->max_nodes && (!limit || *qos->max_nodes < limit->nodes)) {
    limit = {*qos->max_nodes, "QOS '" + qos->name + "'"};
  }
  return limit;
}

}  // namespace

void check_node_count(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  const std::vector<const NodeShape*> shapes = fitting_shapes(request);
  const long long nodes = nodes_on(shapes, request);
  const bool by_gpus = nodes > request.nodes;
  const ScriptPlace place = by_gpus ? request.lines.gpus : request.lines.nodes;
  const auto problem = [&] {
    return format("the job takes {}{}", count_of(nodes, "node"),
                  by_gpus ? format(" for {}", count_of(request.gpus, "GPU")) : "");
  };
  const std::optional<NodeLimit> limit = limit_of(script, request, context.cluster);
  if (limit && nodes > limit->nodes) {
    const std::string most = count_of(limit->nodes, "node");
    found.push_back(error(context, place, problem(), format("{} allows {}", limit->whose, most),
                          "ask for at most " + most));
    return;
  }
  const std::optional<long long> count = node_count(shapes);
  if (!count || nodes <= *count) return;
  found.push_back(error(context, place, problem(), format("there are only {}", *count),
                        "ask for at most " + count_of(*count, "node")));
}

}  // namespace gpujob
