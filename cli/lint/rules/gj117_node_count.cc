// SPDX-License-Identifier: MIT
#include <algorithm>

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

std::optional<NodeLimit> limit_of_partition(const ResourceRequest& request,
                                            const Cluster& cluster) {
  const std::vector<const Partition*> partitions = known_partitions(request, cluster);
  if (partitions.size() != 1 || !partitions.front()->max_nodes) return std::nullopt;
  return NodeLimit{*partitions.front()->max_nodes, "partition '" + partitions.front()->name + "'"};
}

/// The tightest limit of the partition and the QOS.
std::optional<NodeLimit> node_limit(const ResourceRequest& request, const Cluster& cluster) {
  std::optional<NodeLimit> limit = limit_of_partition(request, cluster);
  const Qos* qos = request.qos;
  if (qos != nullptr && qos->max_nodes && (!limit || *qos->max_nodes < limit->nodes)) {
    limit = {*qos->max_nodes, "QOS '" + qos->name + "'"};
  }
  return limit;
}

/// The end of the range of --nodes, which Slurm does not cut to what the partition allows: "If a
/// job's node limits are outside of the range permitted for its associated partition, the job will
/// be left in a PENDING state" (https://slurm.schedmd.com/sbatch.html), or is refused. A job has no
/// more nodes than --ntasks or --gpus. 0 without --nodes.
long long end_of_range(const ResourceCounts& parts) {
  const long long most = parts.most_nodes.value_or(0);
  return std::min({most, parts.tasks.value_or(most), parts.gpus.value_or(most)});
}

/// The most GPUs on so many of the nodes, the largest first.
long long most_gpus_on(std::vector<const NodeShape*> shapes, long long nodes) {
  std::sort(shapes.begin(), shapes.end(),
            [](const NodeShape* a, const NodeShape* b) { return a->gpus > b->gpus; });
  long long gpus = 0;
  for (const NodeShape* shape : shapes) {
    const long long taken = std::min<long long>(nodes, shape->count.value_or(0));
    gpus += taken * all_gpus(*shape);
    nodes -= taken;
  }
  return gpus;
}

/// --distribution=plane=N puts N tasks on a node before it goes to the next one.
void check_planes(const ParsedScript& script, const ResourceRequest& request,
                  const LintContext& context, Diagnostics& found) {
  constexpr std::string_view kPlane = "plane=";
  const Directive* option = script.script.find("distribution");
  const std::string value = option == nullptr ? "" : to_lower(option->value.value_or(""));
  if (!value.starts_with(kPlane)) return;
  const auto size = parse_integer(std::string_view(value).substr(kPlane.size()));
  const long long nodes = request.parts.nodes.value_or(1);
  if (!size || *size < 1 || request.tasks / *size >= nodes || (nodes - 1) * *size < request.tasks) {
    return;
  }
  found.push_back(error(context, option->place(),
                        format("{} in planes of {} leave nodes without a task",
                               count_of(request.tasks, "task"), *size),
                        "sbatch refuses: \"Too few processes for the requested {plane,node} "
                        "distribution\"",
                        "ask for fewer nodes, or for a smaller plane"));
}

}  // namespace

void check_node_count(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  check_planes(script, request, context, found);
  const std::vector<const NodeShape*> shapes = fitting_shapes(request);
  const long long nodes = nodes_on(shapes, request);
  const bool by_gpus = nodes > request.nodes;
  const ScriptPlace place = by_gpus ? request.lines.gpus : request.lines.nodes;
  const auto problem = [&] {
    return format("the job takes {}{}", count_of(nodes, "node"),
                  by_gpus ? format(" for {}", count_of(request.gpus, "GPU")) : "");
  };
  const std::optional<long long> count = node_count(shapes);
  const auto advice = [&](long long most) {
    const long long gpus = by_gpus && count ? most_gpus_on(shapes, most) : 0;
    return "ask for at most " + (gpus > 0 ? count_of(gpus, "GPU") : count_of(most, "node"));
  };
  const std::optional<NodeLimit> limit = node_limit(request, context.cluster);
  if (limit && nodes > limit->nodes) {
    found.push_back(error(context, place, problem(),
                          format("{} allows {}", limit->whose, count_of(limit->nodes, "node")),
                          advice(limit->nodes)));
    return;
  }
  const std::optional<NodeLimit> range = limit_of_partition(request, context.cluster);
  if (const long long most = end_of_range(request.parts); range && most > range->nodes) {
    found.push_back(error(context, request.lines.nodes,
                          format("the job may take up to {}", count_of(most, "node")),
                          format("{} allows {}, and a range is not cut to it", range->whose,
                                 count_of(range->nodes, "node")),
                          format("end the range at {}", range->nodes)));
    return;
  }
  if (!count || nodes <= *count) return;
  found.push_back(
      error(context, place, problem(), format("there are only {}", *count), advice(*count)));
}

}  // namespace gpujob
