// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/duration.h"
#include "profile/site.h"
#include "script/constraint.h"
#include "script/parse.h"

namespace gpujob {

/// How a GPU option counts.
enum class GpuScope { Job, Node, Task };

/// One `[type:]count` of --gpus, --gpus-per-node, --gpus-per-task or --gres.
struct GpuRequest {
  ScriptPlace place;
  std::string option;  ///< "gpus-per-node"
  GpuScope scope = GpuScope::Job;
  std::string type;  ///< Slurm's type name as written; empty: any
  long long count = 1;
};

/// --time=UNLIMITED and the like.
constexpr Seconds kUnlimited = Seconds::max();

/// The directive that decides each part of a request; line 0 without one.
struct ResourceLines {
  ScriptPlace partition;
  ScriptPlace nodes;
  ScriptPlace tasks;
  ScriptPlace cpus;
  ScriptPlace gpus;
  ScriptPlace constraint;
  ScriptPlace memory;
  ScriptPlace time;
};

/// Numbers as written.
struct ResourceCounts {
  std::optional<long long> nodes;  ///< --nodes; the lower end of a range
  std::optional<long long> most_nodes;
  std::optional<long long> tasks;  ///< --ntasks
  std::optional<long long> tasks_per_node;
  std::optional<long long> cpus_per_task;
  std::optional<long long> cpus_per_gpu;
  std::optional<long long> cpus_on_each;      ///< --mincpus
  std::optional<long long> threads_per_core;  ///< --threads-per-core; 1 by --hint=nomultithread
  std::optional<long long> tasks_per_core;
  std::optional<long long> memory_mib;  ///< --mem; left out if 0 (all of the node's)
  std::optional<long long> memory_per_cpu_mib;
  std::optional<long long> memory_per_gpu_mib;
  std::optional<long long> gpus;  ///< of the job; all types together, as in the next two
  std::optional<long long> gpus_per_node;
  std::optional<long long> gpus_per_task;
};

/// What the directives of a script request, summed as Slurm does (see resource_request.cc). Numbers
/// are lower bounds; what the directives leave open is empty.
struct ResourceRequest {
  std::vector<std::string> partitions;  ///< as written, else the cluster's default; may be empty
  long long nodes = 1;
  std::optional<long long> most_nodes;  ///< by --nodes or --ntasks
  long long tasks = 1;
  /// Tasks for which each node must have room, even if fewer run.
  std::optional<long long> tasks_on_each;
  long long cpus_per_node = 1;  ///< on the fullest node

  std::vector<GpuRequest> gpu_requests;
  std::string gpu_type;         ///< the type requested; empty: no type, or several
  long long gpus = 0;           ///< of the whole job
  long long gpus_per_node = 0;  ///< on the fullest node

  std::optional<Constraint> constraint;  ///< empty too if unreadable
  std::optional<long long> memory_mib;   ///< per node
  bool overcommit = false;               ///< --overcommit: tasks share CPUs
  bool exclusive = false;                ///< --exclusive without a value
  std::optional<Seconds> time;           ///< empty too where it is not a time limit
  ResourceCounts parts;
  ResourceLines lines;
  /// The cluster's shapes that match partition, constraint and GPU type: see matching_nodes.h.
  std::vector<const NodeShape*> shapes;
  const Qos* qos = nullptr;  ///< the profile's entry for the requested one; null without

  bool wants_gpus() const { return !gpu_requests.empty(); }
};

/// `cluster` gives the default partition and the shapes, and must outlive the request.
ResourceRequest requested_resources(const BatchScript& script, const Cluster& cluster);

}  // namespace gpujob
