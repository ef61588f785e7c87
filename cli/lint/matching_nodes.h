// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lint/resource_request.h"
#include "profile/site.h"

// Which nodes could serve a request. The test is always "fits some node": a job that some nodes of
// a GPU type can take must not be refused for the limits of the others.

namespace gpujob {

/// The request's partitions that the cluster has.
std::vector<const Partition*> known_partitions(const ResourceRequest& request,
                                               const Cluster& cluster);

/// Shapes in the request's partitions, or all shapes if it names no partition. Empty if a partition
/// is unknown: then nothing can be concluded.
std::vector<const NodeShape*> shapes_in_partitions(const ResourceRequest& request,
                                                   const Cluster& cluster);

/// Those that also match the constraint and carry the requested GPU type: `request.shapes`.
std::vector<const NodeShape*> matching_shapes(const ResourceRequest& request,
                                              const Cluster& cluster);

/// Those of `request.shapes` that have enough GPUs: for the whole job if it may have one node only,
/// else for the count per node.
std::vector<const NodeShape*> fitting_shapes(const ResourceRequest& request);

/// Is the job given or charged whole nodes, by --exclusive, its QOS or a partition?
bool gets_whole_nodes(const ResourceRequest& request, const Cluster& cluster);

/// Does the job get GPUs without asking, because every matching node is given whole and has some?
bool gpus_come_anyway(const ResourceRequest& request, const Cluster& cluster);

/// The fewest nodes the job can take on these shapes, by its directives and its GPUs.
long long nodes_on(const std::vector<const NodeShape*>& shapes, const ResourceRequest& request);

/// Most GPUs on one node of these shapes; nothing if a shape's number is unknown.
std::optional<int> most_gpus(const std::vector<const NodeShape*>& shapes);

/// Slurm CPUs that the request can have on a node: fewer where it takes not all threads of a core,
/// 0 where a core has not so many. Nothing if unknown.
std::optional<long long> cpus_for(const ResourceRequest& request, const NodeShape& shape);

/// MiB that a job can have on a node; nothing if unknown.
std::optional<long long> memory_for_jobs(const NodeShape& shape);

/// Every feature in the profile, sorted.
std::vector<std::string> known_features(const Cluster& cluster);

/// "2 or 6": the GPU counts of these shapes.
std::string gpu_counts(const std::vector<const NodeShape*>& shapes);

}  // namespace gpujob
