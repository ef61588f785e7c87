// SPDX-License-Identifier: MIT
#include "sandbox/emulation.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/format.h"
#include "base/text.h"

// Worked example: a shape {id: big, count: absent, cpus: 64, memory_per_cpu_mib: 4000, gpu: x,
// gpus: 4} becomes at full scale big-[1-4] with 64 CPUs, 256000 MiB and gpu:x:4, and the line
// "node shape 'big': 4 nodes" among the assumptions.

namespace gpujob {

namespace {

constexpr int kAssumedNodes = 4;
constexpr int kAssumedCpus = 64;
constexpr int kAssumedGpus = 1;
constexpr long long kAssumedMibPerCpu = 4096;
/// At scale run: two, so that jobs of several nodes run; a slurmd costs about 5 MB.
constexpr int kRunningNodes = 2;

struct Builder {
  const Cluster& cluster;
  Emulation made;

  void assume(const NodeShape& shape, std::string what) {
    made.assumed.push_back(format("node shape '{}': {}", shape.id, what));
  }
  int count_of(const NodeShape& shape);
  NodeGroup group_of(const NodeShape& shape);
  void add_gpus(const NodeShape& shape, NodeGroup& group);
  void add_partition(const Partition& partition);
  void add_assumed_partition();
  void take_nodes(EmulatedPartition& partition) const;
  void assume_features();
  void assume_memory();
};

int Builder::count_of(const NodeShape& shape) {
  const int assumed = std::min(kAssumedNodes, shape.count_at_most.value_or(kAssumedNodes));
  int count = std::max(1, shape.count.value_or(assumed));
  if (made.scale == SandboxScale::Run) count = std::min(count, kRunningNodes);
  if (!shape.count) assume(shape, format("{} nodes", count));
  return count;
}

void Builder::add_gpus(const NodeShape& shape, NodeGroup& group) {
  if (shape.gpu.empty()) return;
  if (shape.gpus <= 0) assume(shape, format("{} GPU per node", kAssumedGpus));
  const auto add = [&](const std::string& key, int count) {
    const GpuType* type = cluster.find_gpu(key);
    group.gpus.push_back({key, type == nullptr ? "" : type->gres, Vendor::Nvidia, count});
  };
  add(shape.gpu, shape.gpus <= 0 ? kAssumedGpus : shape.gpus);
  for (const NodeGpus& more : shape.more_gpus) add(more.gpu, more.gpus);
}

NodeGroup Builder::group_of(const NodeShape& shape) {
  NodeGroup group;
  group.shape = shape.id;
  group.count = count_of(shape);
  const std::optional<int> usable = shape.usable_cpus ? shape.usable_cpus : shape.cpus;
  if (!usable) assume(shape, format("{} CPUs per node", kAssumedCpus));
  const int for_jobs = std::max(1, usable.value_or(kAssumedCpus));
  // A slurmd without cgroups reserves none: where one runs, a node has those that jobs can have.
  const bool reserves = made.scale == SandboxScale::Full && shape.cpus && *shape.cpus > for_jobs;
  group.cpus = reserves ? *shape.cpus : for_jobs;
  group.reserved_cpus = group.cpus - for_jobs;
  group.threads_per_core = std::max(1, shape.threads_per_core.value_or(1));
  if (group.cpus % group.threads_per_core != 0) group.threads_per_core = 1;
  if (shape.memory_mib) {
    group.memory_mib = *shape.memory_mib;
  } else if (shape.memory_per_cpu_mib) {
    group.memory_mib = *shape.memory_per_cpu_mib * for_jobs;
  } else {
    group.memory_mib = kAssumedMibPerCpu * for_jobs;
    assume(shape, format("{} MiB of memory per node", group.memory_mib));
  }
  add_gpus(shape, group);
  group.features = shape.features;
  const auto& unplaced = cluster.unplaced_features;
  group.features.insert(group.features.end(), unplaced.begin(), unplaced.end());
  return group;
}

/// The nodes of the profile that name the partition, and their smallest memory per CPU.
void Builder::take_nodes(EmulatedPartition& partition) const {
  for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
    const auto& names = cluster.nodes[i].partitions;
    const bool all = cluster.partitions.empty();
    if (!all && !contains(names, partition.name)) continue;
    const NodeGroup& group = made.groups[i];
    partition.shapes.push_back(group.shape);
    const long long share = std::max(1LL, group.memory_mib / group.cpus_for_jobs());
    const bool first = partition.memory_per_cpu_mib == 0;
    partition.memory_per_cpu_mib = first ? share : std::min(share, partition.memory_per_cpu_mib);
  }
}

/// Those that are for the partition, and Slurm's own for jobs that ask for none; nothing where all
/// are.
std::vector<std::string> qos_for(const Cluster& cluster, const std::string& partition) {
  std::vector<std::string> names;
  for (const Qos& qos : cluster.qos)
    if (qos.is_for(partition)) names.push_back(qos.name);
  if (names.size() == cluster.qos.size()) return {};
  if (cluster.find_qos("normal") == nullptr) names.emplace_back("normal");
  return names;
}

void Builder::add_partition(const Partition& partition) {
  EmulatedPartition emulated;
  emulated.name = partition.name;
  emulated.is_default = partition.is_default;
  emulated.exclusive = partition.exclusive == Exclusive::Always;
  emulated.max_time = partition.max_time;
  emulated.default_time = partition.default_time;
  emulated.max_nodes = partition.max_nodes;
  if (const DirectiveRule* rule = cluster.find_rule("time"); rule != nullptr && rule->max) {
    const std::optional<Seconds> most = parse_walltime(*rule->max);
    if (most && (!emulated.max_time || *most < *emulated.max_time)) emulated.max_time = most;
  }
  emulated.qos = qos_for(cluster, partition.name);
  take_nodes(emulated);
  // User guides round: if all CPUs of a node together would get more than it has, its share counts.
  const auto stated = partition.default_memory_per_cpu_mib;
  if (stated && (emulated.shapes.empty() || *stated < emulated.memory_per_cpu_mib)) {
    emulated.memory_per_cpu_mib = *stated;
  }
  made.partitions.push_back(std::move(emulated));
}

/// Any node may have them, so each does.
void Builder::assume_features() {
  if (cluster.unplaced_features.empty()) return;
  made.assumed.push_back(
      format("nodes with feature {}: all", join(cluster.unplaced_features, ", ")));
}

/// For partitions whose profile does not say the default memory of jobs, or says more than a node
/// has.
void Builder::assume_memory() {
  std::vector<std::string> shares;
  for (const EmulatedPartition& emulated : made.partitions) {
    const Partition* partition = cluster.find_partition(emulated.name);
    const auto stated = partition == nullptr ? std::nullopt : partition->default_memory_per_cpu_mib;
    const long long given = emulated.memory_per_cpu_mib;
    if (given == 0 || stated == given) continue;
    const std::string less = stated ? format(" ({} is more than a node has)", *stated) : "";
    shares.push_back(format("{} MiB in {}{}", given, emulated.name, less));
  }
  if (shares.empty()) return;
  made.assumed.push_back(
      format("memory for each CPU of jobs that name none: {}", join(shares, ", ")));
}

/// Slurm needs a partition to run anything.
void Builder::add_assumed_partition() {
  Partition partition;
  partition.name = cluster.name;
  partition.is_default = true;
  made.assumed.push_back(format("one partition '{}' of all nodes", cluster.name));
  add_partition(partition);
}

/// Nodes of a partition of which only the number is known become a shape of its name.
Cluster with_counted_nodes(Cluster cluster) {
  for (const Partition& partition : cluster.partitions) {
    if (!partition.nodes) continue;
    NodeShape& shape = cluster.nodes.emplace_back();
    shape.id = partition.name;
    shape.partitions = {partition.name};
    shape.count = partition.nodes;
  }
  return cluster;
}

Failure nothing_to_emulate(const std::string& site, const char* problem, const char* why) {
  return {ExitCode::Invalid, format("site '{}'", site), problem, why,
          "name another site; 'gpujob site list' lists them"};
}

}  // namespace

std::string_view to_string(SandboxScale scale) {
  return scale == SandboxScale::Run ? "run" : "full";
}

std::optional<SandboxScale> parse_scale(std::string_view text) {
  for (const SandboxScale scale : {SandboxScale::Run, SandboxScale::Full}) {
    if (text == to_string(scale)) return scale;
  }
  return std::nullopt;
}

int Emulation::nodes() const {
  return std::accumulate(groups.begin(), groups.end(), 0,
                         [](int sum, const NodeGroup& group) { return sum + group.count; });
}

int gpus_on(const NodeGroup& group) {
  return std::accumulate(group.gpus.begin(), group.gpus.end(), 0,
                         [](int sum, const GroupGpus& gpus) { return sum + gpus.count; });
}

std::string node_name(const NodeGroup& group, int number) {
  return format("{}-{}", group.shape, number);
}

std::string node_list(const NodeGroup& group) {
  return group.count == 1 ? node_name(group, 1) : format("{}-[1-{}]", group.shape, group.count);
}

Result<Emulation> emulate(const Cluster& cluster, const std::string& site, SandboxScale scale) {
  if (cluster.scheduler == Scheduler::None) {
    return nothing_to_emulate(site, "there is nothing to emulate", "it has no scheduler");
  }
  if (cluster.nodes.empty()) {
    return nothing_to_emulate(site, "there is nothing to emulate",
                              "its profile describes no nodes");
  }
  const Cluster described = with_counted_nodes(cluster);
  Builder builder{described, {}};
  builder.made.scale = scale;
  builder.made.max_array_size = cluster.max_array_size;
  builder.made.limits = accounted_limits(cluster);
  builder.made.cluster_name =
      cluster.match.cluster_name.empty() ? cluster.name : cluster.match.cluster_name;
  for (const NodeShape& shape : described.nodes) {
    builder.made.groups.push_back(builder.group_of(shape));
  }
  for (const Partition& partition : cluster.partitions) builder.add_partition(partition);
  if (cluster.partitions.empty()) builder.add_assumed_partition();
  builder.assume_features();
  builder.assume_memory();
  return std::move(builder.made);
}

void set_vendors(const Cluster& cluster, const GpuCatalogue& catalogue, Emulation& emulation) {
  for (NodeGroup& group : emulation.groups) {
    for (GroupGpus& gpus : group.gpus) {
      const GpuType* type = cluster.find_gpu(gpus.gpu);
      const GpuModel* model = type == nullptr ? nullptr : catalogue.find(type->model);
      if (model != nullptr) gpus.vendor = model->vendor;
    }
  }
}

std::string summary_of(const Emulation& emulation) {
  std::map<std::string, int> gpus;
  for (const NodeGroup& group : emulation.groups) {
    for (const GroupGpus& here : group.gpus) gpus[here.gpu] += group.count * here.count;
  }
  std::vector<std::string> kinds;
  kinds.reserve(gpus.size());
  for (const auto& [key, count] : gpus) kinds.push_back(format("{} {}", count, key));
  std::vector<std::string> names;
  names.reserve(emulation.partitions.size());
  for (const EmulatedPartition& partition : emulation.partitions) {
    names.push_back(partition.name + (partition.is_default ? " (default)" : ""));
  }
  const int nodes = emulation.nodes();
  return format("{} node{}, GPUs: {}, partition{}: {}", nodes, nodes == 1 ? "" : "s",
                kinds.empty() ? "none" : format("{}", join(kinds, ", ")),
                names.size() == 1 ? "" : "s", join(names, ", "));
}

}  // namespace gpujob
