// SPDX-License-Identifier: MIT
#include "fake_slurm.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr int kMostNodes = 3;
constexpr int kSomeCpus = 40;         ///< where no page says how many
constexpr int kSomeMemory = 192'000;  ///< the same, MiB; each shape has its own

std::string record_text(const std::string& first, const ShowRecord& record) {
  std::string text = format("{}={}", first, record.at(first));
  for (const auto& [key, value] : record)
    if (key != first) text += format(" {}={}", key, value);
  return text + "\n";
}

std::string limit_text(const std::optional<Seconds>& time) {
  return time ? format_walltime(*time) : "UNLIMITED";
}

template <class Number>
std::string number_text(const std::optional<Number>& number) {
  return number ? format("{}", *number) : "UNLIMITED";
}

ShowRecord partition_record(const Cluster& cluster, const Partition& partition) {
  const DirectiveRule* rule = cluster.find_rule("time");
  const auto longest = rule != nullptr && rule->max ? parse_walltime(*rule->max) : std::nullopt;
  ShowRecord record = {
      {"PartitionName", partition.name},
      {"Default", partition.is_default ? "YES" : "NO"},
      {"MaxTime", limit_text(partition.max_time ? partition.max_time : longest)},
      {"DefaultTime", partition.default_time ? format_walltime(*partition.default_time) : "NONE"},
      {"MaxNodes", number_text(partition.max_nodes)},
      {"OverSubscribe", partition.exclusive == Exclusive::Always ? "EXCLUSIVE" : "NO"},
      {"QoS", "N/A"},
  };
  record["DefMemPerCPU"] = number_text(partition.default_memory_per_cpu_mib);
  return record;
}

std::string gres_text(const Cluster& cluster, const NodeShape& shape) {
  std::vector<std::string> items;
  const auto add = [&](const std::string& key, int count) {
    const GpuType* type = cluster.find_gpu(key);
    const std::string name = type->no_gres ? "" : (type->gres.empty() ? key : type->gres) + ":";
    items.push_back(format("gpu:{}{}", name, std::max(count, 1)));
  };
  if (!shape.gpu.empty()) add(shape.gpu, shape.gpus);
  for (const NodeGpus& more : shape.more_gpus) add(more.gpu, more.gpus);
  return items.empty() ? "(null)" : join(items, ",");
}

ShowRecord node_record(const Cluster& cluster, const NodeShape& shape, int number) {
  const auto place = &shape - cluster.nodes.data();
  std::vector<std::string> features = shape.features;
  for (const std::string& anywhere : cluster.unplaced_features) features.push_back(anywhere);
  std::vector<std::string> partitions = shape.partitions;
  if (partitions.empty()) partitions = {cluster.name};
  const int cpus = shape.cpus.value_or(kSomeCpus);
  return {
      {"NodeName", format("{}-{}", shape.id, number)},
      {"Arch", shape.arch.empty() ? "x86_64" : shape.arch},
      {"CPUTot", format("{}", cpus)},
      {"CPUEfctv", format("{}", shape.usable_cpus.value_or(cpus))},
      {"ThreadsPerCore", format("{}", shape.threads_per_core.value_or(1))},
      {"RealMemory", format("{}", shape.memory_mib.value_or(kSomeMemory + place))},
      {"Partitions", join(partitions, ",")},
      {"Gres", gres_text(cluster, shape)},
      {"AvailableFeatures", features.empty() ? "(null)" : join(features, ",")},
  };
}

/// The qualities of service that are not for a partition.
void deny_qos(const Cluster& cluster, std::vector<ShowRecord>& partitions) {
  for (ShowRecord& partition : partitions) {
    std::vector<std::string> denied;
    for (const Qos& qos : cluster.qos)
      if (!qos.is_for(partition.at("PartitionName"))) denied.push_back(qos.name);
    if (!denied.empty()) partition["DenyQos"] = join(denied, ",");
  }
}

/// Nodes of partitions that the profile only counts, and the totals of GPU types.
void count_nodes(Cluster& cluster, FakeSlurm& slurm) {
  for (Partition& one : cluster.partitions) {
    if (!one.nodes) continue;
    one.nodes = std::min(*one.nodes, kMostNodes);
    for (int i = 1; i <= *one.nodes; ++i) {
      slurm.nodes.push_back({{"NodeName", format("{}-{}", one.name, i)},
                             {"CPUTot", "6"},
                             {"RealMemory", "9000"},
                             {"Partitions", one.name},
                             {"Gres", "(null)"}});
    }
  }
  for (GpuType& type : cluster.gpus) {
    if (!type.total) continue;
    type.total = 0;
    for (const NodeShape& shape : cluster.nodes) {
      const int count = std::min(most_nodes(shape).value_or(kMostNodes), kMostNodes);
      if (shape.gpu == type.key) *type.total += count * shape.gpus;
    }
  }
}

}  // namespace

void put_limits(const JobLimit& limit, ShowRecord& qos) {
  if (limit.when_nodes || limit.when_gpus || !limit.when_qos.empty()) return;
  for (const auto& [key, most] : {std::pair{"nodes", limit.nodes}, std::pair{"gpus", limit.gpus},
                                  std::pair{"cpus", limit.cpus}, std::pair{"jobs", limit.jobs},
                                  std::pair{"submitted", limit.submitted}}) {
    if (most) qos[key] = format("{}", *most);
  }
}

InventoryTexts FakeSlurm::texts() const {
  InventoryTexts all;
  for (const auto& [key, value] : config) all.config += format("{} = {}\n", key, value);
  for (const ShowRecord& one : partitions) all.partitions += record_text("PartitionName", one);
  for (const ShowRecord& one : nodes) all.nodes += record_text("NodeName", one);
  all.qos = "";
  for (const ShowRecord& one : qos) {
    std::vector<std::string> job;
    for (const auto& [key, tres] :
         {std::pair{"nodes", "node"}, std::pair{"gpus", "gres/gpu"}, std::pair{"cpus", "cpu"}}) {
      const auto most = one.find(key);
      if (most != one.end() && !most->second.empty())
        job.push_back(format("{}={}", tres, most->second));
    }
    const auto count = [&](const char* key) {
      return one.contains(key) ? one.find(key)->second : std::string();
    };
    *all.qos += format("{}|{}|{}|{}|{}\n", one.at("name"), one.at("time"), join(job, ","),
                       count("jobs"), count("submitted"));
  }
  return all;
}

FakeSlurm make_fake_slurm(Cluster& cluster) {
  FakeSlurm slurm;
  slurm.config = {
      {"ClusterName", cluster.name},
      {"SLURM_VERSION", cluster.slurm_version.empty() ? "25.05.3" : cluster.slurm_version},
      {"MaxArraySize", format("{}", cluster.max_array_size.value_or(1001))}};
  for (const Partition& one : cluster.partitions)
    slurm.partitions.push_back(partition_record(cluster, one));
  if (slurm.partitions.empty())
    slurm.partitions.push_back({{"PartitionName", cluster.name}, {"MaxTime", "UNLIMITED"}});
  for (NodeShape& shape : cluster.nodes) {
    if (shape.count) shape.count = std::min(*shape.count, kMostNodes);
    const int count = std::min(most_nodes(shape).value_or(kMostNodes), kMostNodes);
    for (int i = 1; i <= count; ++i) slurm.nodes.push_back(node_record(cluster, shape, i));
  }
  for (const Qos& one : cluster.qos) {
    slurm.qos.push_back({{"name", one.name},
                         {"time", one.max_time ? format_walltime(*one.max_time) : ""},
                         {"nodes", one.max_nodes ? format("{}", *one.max_nodes) : ""}});
    for (const JobLimit& limit : one.limits) put_limits(limit, slurm.qos.back());
  }
  deny_qos(cluster, slurm.partitions);
  count_nodes(cluster, slurm);
  return slurm;
}

bool is_of_shape(const ShowRecord& node, const std::string& shape) {
  const std::string& name = node.at("NodeName");
  return name.substr(0, name.rfind('-')) == shape;
}

}  // namespace gpujob
