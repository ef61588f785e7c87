// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/duration.h"
#include "lint/constraint.h"
#include "profile/site.h"
#include "script/parse.h"

namespace gpujob {

/// How a GPU option counts.
enum class GpuScope { Job, Node, Task };

/// One `[type:]count` of --gpus, --gpus-per-node, --gpus-per-task or --gres.
struct GpuRequest {
  int line = 0;
  std::string option;  ///< "gpus-per-node"
  GpuScope scope = GpuScope::Job;
  std::string type;  ///< Slurm's type name as written; empty: any
  long long count = 1;
};

/// What the directives of a script ask for, added up the way Slurm does (see demand.cc).
/// Numbers are lower bounds; what the directives leave open is empty. Lines are 0 where no
/// directive says it.
struct Demand {
  std::vector<std::string> partitions;  ///< as written, else the cluster's default; may be empty
  int partition_line = 0;

  long long nodes = 1;                  ///< at least
  std::optional<long long> most_nodes;  ///< where --nodes says so
  int nodes_line = 0;                   ///< of the directive that decides `nodes`

  long long tasks = 1;
  int tasks_line = 0;
  long long cpus_per_node = 1;  ///< at least, on the fullest node
  int cpus_line = 0;

  std::vector<GpuRequest> gpu_requests;
  std::string gpu_type;         ///< the one type asked for; empty: none, or several
  long long gpus_per_node = 0;  ///< at least, on the fullest node
  long long gpus = 0;           ///< of the whole job, at least
  int gpu_line = 0;

  std::optional<Constraint> constraint;  ///< empty too where it is not understood
  int constraint_line = 0;

  std::optional<long long> memory_mib;  ///< a node, at least
  int memory_line = 0;

  std::optional<Seconds> time;
  int time_line = 0;

  bool wants_gpus() const { return !gpu_requests.empty(); }
};

/// Needs the cluster for its default partition only.
Demand demand_of(const BatchScript& script, const Cluster& cluster);

}  // namespace gpujob
