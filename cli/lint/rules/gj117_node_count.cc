// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "lint/finding.h"
#include "lint/fit.h"
#include "lint/rules/rules.h"

namespace gpujob {

namespace {

/// The sum of the shapes' nodes; nothing if a count is not known.
std::optional<long long> node_count(const std::vector<const NodeShape*>& shapes) {
  std::optional<long long> sum;
  for (const NodeShape* shape : shapes) {
    if (!shape->count) return std::nullopt;
    sum = sum.value_or(0) + *shape->count;
  }
  return sum;
}

}  // namespace

void check_node_count(const ParsedScript&, const Demand& demand, const LintContext& context,
                      Diagnostics& found) {
  const std::vector<const NodeShape*> shapes = fitting_shapes(demand);
  const long long nodes = nodes_on(shapes, demand);
  const bool by_gpus = nodes > demand.nodes;
  const int line = by_gpus ? demand.lines.gpus : demand.lines.nodes;
  const auto problem = [&] {
    return format("the job takes {}{}", count_of(nodes, "node"),
                  by_gpus ? format(" for {}", count_of(demand.gpus, "GPU")) : "");
  };
  const std::vector<const Partition*> partitions = known_partitions(demand, context.cluster);
  if (partitions.size() == 1 && partitions.front()->max_nodes &&
      nodes > *partitions.front()->max_nodes) {
    const int most = *partitions.front()->max_nodes;
    found.push_back(
        error(context, line, problem(),
              format("partition '{}' allows {}", partitions.front()->name, count_of(most, "node")),
              "ask for at most " + count_of(most, "node")));
    return;
  }
  const std::optional<long long> count = node_count(shapes);
  if (!count || nodes <= *count) return;
  found.push_back(error(context, line, problem(), format("there are {} such", *count),
                        "ask for at most " + count_of(*count, "node")));
}

}  // namespace gpujob
