// SPDX-License-Identifier: MIT
#include "lint/request_meaning.h"

#include <algorithm>
#include <optional>

#include "base/duration.h"
#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "lint/matching_nodes.h"
#include "lint/resource_request.h"

namespace gpujob {

namespace {

/// Does the job get its nodes whole?
bool takes_whole_nodes(const ResourceRequest& request, const Cluster& cluster, long long nodes) {
  const Qos* qos = request.qos;
  if (request.exclusive || (qos != nullptr && gives_whole_nodes(qos->exclusive, nodes)))
    return true;
  const std::vector<const Partition*> known = known_partitions(request, cluster);
  return !known.empty() && std::all_of(known.begin(), known.end(), [&](const Partition* one) {
    return gives_whole_nodes(one->exclusive, nodes);
  });
}

/// Cores of a node of these shapes; nothing if they differ or are unknown.
std::optional<long long> cores_per_node(const std::vector<const NodeShape*>& shapes) {
  std::optional<long long> common;
  for (const NodeShape* shape : shapes) {
    if (!shape->cpus) return std::nullopt;
    const long long cores = *shape->cpus / std::max(shape->threads_per_core.value_or(1), 1);
    if (common && *common != cores) return std::nullopt;
    common = cores;
  }
  return common;
}

std::string time_of(const ResourceRequest& request, const Cluster& cluster) {
  if (request.time) {
    return *request.time == kUnlimited ? ", without a time limit"
                                       : ", " + format_walltime(*request.time);
  }
  const std::vector<const Partition*> known = known_partitions(request, cluster);
  if (known.size() != 1 || !known.front()->default_time) return "";
  return format(", {} by default", format_walltime(*known.front()->default_time));
}

}  // namespace

std::string request_meaning(const BatchScript& script, const Cluster& cluster) {
  const ResourceRequest request = requested_resources(script, cluster);
  const std::vector<const NodeShape*> shapes = fitting_shapes(request);
  const long long nodes = nodes_on(shapes, request);
  std::string text = count_of(request.tasks, "task");
  if (const auto each = request.parts.cpus_per_task; each && *each > 1) {
    text += format(" with {}{}", count_of(*each, "CPU"), request.tasks > 1 ? " each" : "");
  }
  if (request.gpus > 0) text += ", " + count_of(request.gpus, "GPU");
  text += " on " + count_of(nodes, "node");
  const std::optional<long long> cores = cores_per_node(shapes);
  if (takes_whole_nodes(request, cluster, nodes)) {
    text += cores ? format(", whole: {}", count_of(*cores * nodes, "core")) : ", whole";
  }
  if (request.memory_mib) {
    text += format(", {} of memory per node", format_memory_mib(*request.memory_mib));
  }
  return text + time_of(request, cluster);
}

}  // namespace gpujob
