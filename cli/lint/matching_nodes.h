// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lint/resource_request.h"
#include "profile/site.h"

// Which nodes could serve a request. "Fits some node" is the test everywhere: a limit that only
// some nodes of a GPU type have must not refuse a job that the others could take.

namespace gpujob {

/// The request's partitions that the cluster has.
std::vector<const Partition*> known_partitions(const ResourceRequest& request,
                                               const Cluster& cluster);

/// What the cluster says of the quality of service asked for; null where it says nothing.
const Qos* qos_of(const ParsedScript& script, const Cluster& cluster);

/// Shapes in the request's partitions; all of them if it names none. Empty if one is unknown: then
/// nothing can be said.
std::vector<const NodeShape*> shapes_in_partitions(const ResourceRequest& request,
                                                   const Cluster& cluster);

/// Those that match the constraint too and, where GPUs are asked for, carry the type asked for:
/// what `request.shapes` holds.
std::vector<const NodeShape*> matching_shapes(const ResourceRequest& request,
                                              const Cluster& cluster);

/// Those of `request.shapes` that have enough GPUs too: for the whole job where it may have one
/// node only, else for what each node must have.
std::vector<const NodeShape*> fitting_shapes(const ResourceRequest& request);

/// Does a GPU come without being asked for, because every node in question is handed out whole and
/// has some?
bool gpus_come_anyway(const ResourceRequest& request, const Cluster& cluster);

/// Nodes the job takes at least on these shapes: by the directives, and since a node has only so
/// many GPUs.
long long nodes_on(const std::vector<const NodeShape*>& shapes, const ResourceRequest& request);

/// Does a node of the shape have GPUs? How many may be unknown: then `gpus` is 0.
bool has_gpus(const NodeShape& shape);

/// Most GPUs on one node of these shapes; nothing if a shape's number is not known.
std::optional<int> most_gpus(const std::vector<const NodeShape*>& shapes);

/// Slurm CPUs and MiB that a job can have of a node; nothing where that is not known.
std::optional<long long> cpus_for_jobs(const NodeShape& shape);
std::optional<long long> memory_for_jobs(const NodeShape& shape);

/// Every feature the profile knows of, sorted.
std::vector<std::string> known_features(const Cluster& cluster);

/// "2 or 6": the GPU counts of these shapes.
std::string gpu_counts(const std::vector<const NodeShape*>& shapes);

}  // namespace gpujob
