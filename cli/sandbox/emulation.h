// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/duration.h"
#include "base/result.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"
#include "sandbox/accounting_limits.h"

// What a sandbox declares of a cluster. Unlike in a profile every figure is set: what the profile
// leaves out is assumed, and each assumption is listed so that it can be printed.

namespace gpujob {

enum class SandboxScale {
  Run,   ///< a few nodes of each shape, each with a slurmd: jobs run
  Full,  ///< every node of the profile, no slurmd: only questions are answered
};

std::string_view to_string(SandboxScale scale);
std::optional<SandboxScale> parse_scale(std::string_view text);

/// GPUs of one type on each node of a group.
struct GroupGpus {
  std::string gpu;   ///< the site's key
  std::string gres;  ///< Slurm's type in exact case; empty: untyped
  Vendor vendor = Vendor::Nvidia;
  int count = 0;

  bool operator==(const GroupGpus&) const = default;
};

/// Equal nodes "<shape>-1" ... "<shape>-<count>".
struct NodeGroup {
  std::string shape;  ///< NodeShape::id
  int count = 0;
  int cpus = 0;           ///< Slurm CPUs: threads where threads_per_core > 1; one socket
  int reserved_cpus = 0;  ///< of them, that jobs cannot have
  int threads_per_core = 1;
  long long memory_mib = 0;
  std::vector<GroupGpus> gpus;  ///< per node; of several types where the center's nodes have them
  std::vector<std::string> features;

  int cpus_for_jobs() const { return cpus - reserved_cpus; }
  bool operator==(const NodeGroup&) const = default;
};

struct EmulatedPartition {
  std::string name;
  std::vector<std::string> shapes;  ///< of its node groups; empty: no nodes
  bool is_default = false;
  bool exclusive = false;  ///< a job gets whole nodes, whatever it asks
  std::optional<Seconds> max_time;
  std::optional<Seconds> default_time;
  std::optional<int> max_nodes;
  long long memory_per_cpu_mib = 0;  ///< default memory of a job
  std::vector<std::string> qos;      ///< that jobs may ask for here; empty: any

  bool operator==(const EmulatedPartition&) const = default;
};

struct Emulation {
  SandboxScale scale = SandboxScale::Run;
  std::string cluster_name;  ///< Slurm's ClusterName
  std::vector<NodeGroup> groups;
  std::vector<EmulatedPartition> partitions;
  std::optional<int> max_array_size;  ///< absent: Slurm's default
  AccountedLimits limits;             ///< kept with accounting only
  std::vector<std::string> assumed;   ///< one line each: "node shape 'x': 4 nodes"

  int nodes() const;
};

/// GPUs on each node of the group.
int gpus_on(const NodeGroup& group);

/// Name of the `number`-th node (from 1) of a group.
std::string node_name(const NodeGroup& group, int number);
/// All its nodes as Slurm writes lists: "a-[1-4]", "a-1".
std::string node_list(const NodeGroup& group);

/// Pure. `site` is center/cluster, for messages. Fails with ExitCode::Invalid for a cluster without
/// a scheduler or without node shapes. A retired cluster is not a failure.
Result<Emulation> emulate(const Cluster& cluster, const std::string& site, SandboxScale scale);

/// Sets the vendor of each group's GPUs; a model that the catalogue lacks counts as NVIDIA's.
void set_vendors(const Cluster& cluster, const GpuCatalogue& catalogue, Emulation& emulation);

/// One line: "24 nodes, GPUs: 4 big, 8 small, partitions: batch (default)".
std::string summary_of(const Emulation& emulation);

}  // namespace gpujob
