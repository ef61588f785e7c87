// SPDX-License-Identifier: MIT
#include "lint/matching_nodes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

using Shapes = std::vector<const NodeShape*>;

/// A shape without a list of partitions may be in any.
bool in_partitions(const NodeShape& shape, const std::vector<std::string>& partitions) {
  return shape.partitions.empty() || partitions.empty() ||
         std::any_of(shape.partitions.begin(), shape.partitions.end(),
                     [&](const std::string& name) { return contains(partitions, name); });
}

/// A shape whose features are not listed may have any.
bool may_match(const NodeShape& shape, const ResourceRequest& request, const Cluster& cluster,
               const std::vector<std::string>& known) {
  if (!request.constraint || (shape.features.empty() && !shape.no_features)) return true;
  std::vector<std::string> features = shape.features;
  if (const GpuType* gpu = cluster.find_gpu(shape.gpu); gpu != nullptr) {
    features.push_back(gpu->feature);
  }
  return request.constraint->may_match(features, known);
}

/// Have nodes of several types all that are requested, and as many of each on one node?
bool has_types(const NodeShape& shape, const ResourceRequest& request, const Cluster& cluster) {
  std::map<std::string, int> there;
  const auto add = [&](const std::string& key, int gpus) {
    if (const GpuType* gpu = cluster.find_gpu(key); gpu != nullptr) there[gpu->gres] += gpus;
  };
  add(shape.gpu, shape.gpus);
  for (const NodeGpus& more : shape.more_gpus) add(more.gpu, more.gpus);
  return std::all_of(
      request.gpu_requests.begin(), request.gpu_requests.end(), [&](const auto& one) {
        if (one.type.empty()) return true;
        const auto found = there.find(one.type);
        return found != there.end() && (one.scope != GpuScope::Node || one.count <= found->second);
      });
}

bool carries(const NodeShape& shape, const ResourceRequest& request, const Cluster& cluster) {
  if (!request.wants_gpus()) return true;
  if (!has_gpus(shape)) return false;
  if (request.gpu_type.empty())
    return shape.more_gpus.empty() || has_types(shape, request, cluster);
  const GpuType* gpu = cluster.find_gpu(shape.gpu);
  if (gpu == nullptr) return true;
  return gpu->gres.empty() ? !gpu->no_gres : gpu->gres == request.gpu_type;
}

/// GPUs that each node of the job must have. A job's total may be spread unevenly: only a single
/// node must have all of it.
long long gpus_on_each(const ResourceRequest& request) {
  const ResourceCounts& parts = request.parts;
  if (request.most_nodes == 1) return request.gpus_per_node;
  const long long for_tasks = parts.gpus_per_task.value_or(0) * parts.tasks_per_node.value_or(1);
  return std::max(parts.gpus_per_node.value_or(0), for_tasks);
}

}  // namespace

std::vector<const Partition*> known_partitions(const ResourceRequest& request,
                                               const Cluster& cluster) {
  std::vector<const Partition*> found;
  for (const std::string& name : request.partitions) {
    if (const Partition* partition = cluster.find_partition(name); partition != nullptr) {
      found.push_back(partition);
    }
  }
  return found;
}

Shapes shapes_in_partitions(const ResourceRequest& request, const Cluster& cluster) {
  if (known_partitions(request, cluster).size() != request.partitions.size()) return {};
  Shapes found;
  Shapes all = cluster.typed_shapes();
  if (request.gpu_type.empty()) {
    all.clear();
    for (const NodeShape& shape : cluster.nodes) all.push_back(&shape);
  }
  std::copy_if(all.begin(), all.end(), std::back_inserter(found),
               [&](const NodeShape* shape) { return in_partitions(*shape, request.partitions); });
  return found;
}

Shapes matching_shapes(const ResourceRequest& request, const Cluster& cluster) {
  const std::vector<std::string> known =
      request.constraint ? known_features(cluster) : std::vector<std::string>{};
  Shapes found = shapes_in_partitions(request, cluster);
  std::erase_if(found, [&](const NodeShape* shape) {
    return !may_match(*shape, request, cluster, known) || !carries(*shape, request, cluster);
  });
  return found;
}

Shapes fitting_shapes(const ResourceRequest& request) {
  Shapes found = request.shapes;
  std::erase_if(found, [&](const NodeShape* shape) {
    const bool unknown = shape->gpus == 0 && has_gpus(*shape);
    return !unknown && all_gpus(*shape) < gpus_on_each(request);
  });
  return found;
}

bool gets_whole_nodes(const ResourceRequest& request, const Cluster& cluster) {
  const std::vector<const Partition*> partitions = known_partitions(request, cluster);
  return request.exclusive ||
         (request.qos != nullptr && request.qos->charged() == Charge::WholeNode) ||
         std::any_of(partitions.begin(), partitions.end(), [](const Partition* one) {
           return one->exclusive == Exclusive::Always || one->charges_whole_node;
         });
}

bool gpus_come_anyway(const ResourceRequest& request, const Cluster& cluster) {
  const std::vector<const Partition*> partitions = known_partitions(request, cluster);
  const bool whole = !partitions.empty() &&
                     std::all_of(partitions.begin(), partitions.end(), [](const Partition* one) {
                       return one->exclusive == Exclusive::Always;
                     });
  return whole && !request.shapes.empty() &&
         std::all_of(request.shapes.begin(), request.shapes.end(),
                     [](const NodeShape* shape) { return has_gpus(*shape); });
}

long long nodes_on(const Shapes& shapes, const ResourceRequest& request) {
  const std::optional<int> most = most_gpus(shapes);
  if (!most || *most == 0) return request.nodes;
  return std::max(request.nodes, (request.gpus + *most - 1) / *most);
}

std::optional<int> most_gpus(const Shapes& shapes) {
  int most = 0;
  for (const NodeShape* shape : shapes) {
    if (shape->gpus == 0 && has_gpus(*shape)) return std::nullopt;
    most = std::max(most, all_gpus(*shape));
  }
  return most;
}

std::optional<long long> cpus_for(const ResourceRequest& request, const NodeShape& shape) {
  const std::optional<long long> cpus = shape.usable_cpus ? shape.usable_cpus : shape.cpus;
  const std::optional<long long>& asked = request.parts.threads_per_core;
  if (!cpus || !asked || !shape.threads_per_core) return cpus;
  const long long threads = std::max(*shape.threads_per_core, 1);
  return *asked > threads ? 0 : *cpus / threads * *asked;
}

std::optional<long long> memory_for_jobs(const NodeShape& shape) {
  if (shape.memory_mib || !shape.memory_per_cpu_mib || !shape.cpus) return shape.memory_mib;
  return *shape.memory_per_cpu_mib * *shape.cpus;
}

std::vector<std::string> known_features(const Cluster& cluster) {
  std::set<std::string> known;
  for (const NodeShape& shape : cluster.nodes) {
    known.insert(shape.features.begin(), shape.features.end());
  }
  for (const GpuType& gpu : cluster.gpus) {
    if (!gpu.feature.empty()) known.insert(gpu.feature);
  }
  return {known.begin(), known.end()};
}

std::string gpu_counts(const Shapes& shapes) {
  std::set<int> counts;
  for (const NodeShape* shape : shapes) counts.insert(all_gpus(*shape));
  std::vector<std::string> words;
  for (const int count : counts) words.push_back(std::to_string(count));
  return join(words, " or ");
}

}  // namespace gpujob
