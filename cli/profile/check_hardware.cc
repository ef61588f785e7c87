// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/pattern.h"
#include "base/suggest.h"
#include "base/text.h"
#include "profile/cluster_check.h"

// Cross-checks of partitions, node shapes and the host names that lead to them.

namespace gpujob {

namespace {

bool takes_gpu_jobs(const Cluster& cluster, const NodeShape& shape) {
  if (shape.partitions.empty()) return true;
  return std::any_of(shape.partitions.begin(), shape.partitions.end(),
                     [&](const std::string& name) {
                       const Partition* partition = cluster.find_partition(name);
                       return partition == nullptr || partition->batch_jobs;
                     });
}

void check_partition(const ClusterCheck& check, const Partition& partition,
                     const YamlRecord& record) {
  if (partition.max_time && partition.default_time &&
      *partition.default_time > *partition.max_time) {
    check.report(record.place("default_time"),
                 format("'default_time' is {}", record.text("default_time")),
                 format("'max_time' is {}", record.text("max_time")));
  }
  if (!partition.batch_jobs && partition.note.empty()) {
    check.report(record.place("batch_jobs"),
                 format("partition '{}' takes no batch jobs and does not say why", partition.name),
                 "users see the reason in messages", "add 'note:'");
  }
  if (!partition.batch_jobs && partition.is_default) {
    check.report(record.place("default"),
                 format("the default partition '{}' takes no batch jobs", partition.name));
  }
  if (partition.charges_whole_node && record.text("exclusive") == "never") {
    check.report(record.place("charge"), "whole nodes are charged but never given",
                 "'exclusive' is never");
  }
}

/// The GPU types of a partition's nodes, "" for nodes without GPUs.
std::set<std::string> gpus_in(const Cluster& cluster, const Partition& partition) {
  std::set<std::string> keys;
  for (const NodeShape* shape : cluster.typed_shapes())
    if (contains(shape->partitions, partition.name)) keys.insert(shape->gpu);
  return keys;
}

/// A rank decides: no two partitions are as good for the same job, and all take jobs.
void check_rank(const ClusterCheck& check, const Partition& partition, const YamlRecord& record) {
  if (!partition.rank) return;
  if (!partition.batch_jobs) {
    check.report(record.place("rank"), format("partition '{}' has a 'rank'", partition.name),
                 "it takes no batch jobs", "remove it");
    return;
  }
  const std::set<std::string> own = gpus_in(check.cluster, partition);
  for (const Partition& other : check.cluster.partitions) {
    if (&other == &partition) return;  // each pair once
    if (other.rank != partition.rank || !other.batch_jobs) continue;
    const std::set<std::string> others = gpus_in(check.cluster, other);
    const auto same = std::find_if(own.begin(), own.end(), [&](const std::string& key) {
      return others.contains(key) &&
             (key.empty() || (partition.gpu != Use::Forbidden && other.gpu != Use::Forbidden));
    });
    if (same == own.end()) continue;
    check.report(record.place("rank"),
                 format("partitions '{}' and '{}' both have rank {}", other.name, partition.name,
                        *partition.rank),
                 same->empty() ? "both have nodes without GPUs"
                               : format("both have nodes with GPU type '{}'", *same),
                 "say which comes first");
    return;
  }
}

void check_account_pattern(const ClusterCheck& check, const Partition& partition,
                           const YamlRecord& record) {
  if (partition.account_pattern.empty()) return;
  const Result<Pattern> pattern = Pattern::compile(partition.account_pattern);
  if (pattern) return;
  const Diagnostic& reason = pattern.failure().diagnostics.front();
  check.report(record.place("account_pattern"), reason.problem, reason.why);
}

/// A job that names no memory must fit a node with all its CPUs.
void check_default_memory(const ClusterCheck& check, const Partition& partition,
                          const YamlRecord& record) {
  if (!partition.default_memory_per_cpu_mib) return;
  for (const NodeShape& shape : check.cluster.nodes) {
    const auto& names = shape.partitions;
    const bool here = contains(names, partition.name);
    if (!here || !shape.memory_per_cpu_mib ||
        *partition.default_memory_per_cpu_mib <= *shape.memory_per_cpu_mib) {
      continue;
    }
    check.report(
        record.place("default_memory_per_cpu_mib"),
        format("'default_memory_per_cpu_mib' is {}", *partition.default_memory_per_cpu_mib),
        format("node shape '{}' has {} per CPU", shape.id, *shape.memory_per_cpu_mib));
  }
}

/// Is there a GPU in a partition that demands one? Silent where its nodes are unknown.
void check_partition_gpus(const ClusterCheck& check, const Partition& partition,
                          const YamlRecord& record) {
  if (partition.gpu == Use::Optional) return;
  bool known = false;
  bool gpus = false;
  for (const NodeShape& shape : check.cluster.nodes) {
    const auto& names = shape.partitions;
    if (!contains(names, partition.name)) continue;
    known = true;
    gpus = gpus || !shape.gpu.empty();
  }
  if (known && !gpus && partition.gpu == Use::Required) {
    check.report(record.place("gpu"), format("partition '{}' requires GPUs", partition.name),
                 "no node shape of it has one");
  }
}

void check_node_partitions(const ClusterCheck& check, const NodeShape& shape,
                           const YamlRecord& record) {
  check_repeats(check, record, "partitions");
  for (const std::string& name : shape.partitions) {
    check_partition_name(
        check, record.place("partitions"), name,
        format("node shape '{}' is in the unknown partition '{}'", shape.id, name));
  }
}

void check_node_cpus(const ClusterCheck& check, const NodeShape& shape, const YamlRecord& record) {
  if (!shape.cpus) return;
  for (const char* key : {"usable_cpus", "max_cpus_per_gpu"}) {
    const std::optional<int> value = record.small_integer(key);
    if (!value || *value <= *shape.cpus) continue;
    check.report(record.place(key), format("'{}' is {}", key, *value),
                 format("the node has {} CPUs", *shape.cpus));
  }
  const auto check_share = [&](const GpuShare& share, int gpus, const YamlRecord& block) {
    if (!share.cpus || gpus <= 0 || *share.cpus <= *shape.cpus / gpus) return;
    check.report(block.record("share_per_gpu").place("cpus"),
                 format("{} CPUs belong to each of {} GPUs", *share.cpus, gpus),
                 format("the node has {} CPUs", *shape.cpus));
  };
  check_share(shape.share_per_gpu, shape.gpus, record);
  const std::vector<YamlRecord> more = record.records("more_gpus");
  for (std::size_t i = 0; i < more.size(); ++i) {
    check_share(shape.more_gpus[i].share, shape.more_gpus[i].gpus, more[i]);
  }
  if (shape.threads_per_core && *shape.cpus % *shape.threads_per_core != 0) {
    check.report(record.place("threads_per_core"),
                 format("{} CPUs cannot be {} per core", *shape.cpus, *shape.threads_per_core));
  }
}

void check_node_memory(const ClusterCheck& check, const NodeShape& shape,
                       const YamlRecord& record) {
  const std::optional<long long>& share = shape.share_per_gpu.memory_mib;
  if (!share || !shape.memory_mib || *share * std::max(1, shape.gpus) <= *shape.memory_mib) return;
  check.report(record.record("share_per_gpu").place("memory_mib"),
               format("{} MiB belong to each of {} GPUs", *share, shape.gpus),
               format("a job can have {} MiB of the node", *shape.memory_mib));
}

void check_partition_nodes(const ClusterCheck& check, const Partition& partition,
                           const YamlRecord& record) {
  if (!partition.nodes) return;
  for (const NodeShape& shape : check.cluster.nodes) {
    if (!contains(shape.partitions, partition.name)) continue;
    return check.report(record.place("nodes"), format("partition '{}' has 'nodes'", partition.name),
                        format("node shape '{}' describes nodes of it", shape.id),
                        "write 'count' there instead");
  }
}

void check_node_count(const ClusterCheck& check, const NodeShape& shape, const YamlRecord& record) {
  if (!shape.count || !shape.count_at_most) return;
  check.report(record.place("count_at_most"),
               format("node shape '{}' has 'count_at_most' beside 'count'", shape.id),
               "the number is known", "remove 'count_at_most'");
}

void check_gpu_key(const ClusterCheck& check, const std::string& key, const YamlRecord& record) {
  if (check.cluster.find_gpu(key) != nullptr) return;
  std::vector<std::string> keys;
  for (const GpuType& type : check.cluster.gpus) keys.push_back(type.key);
  check.report(record.place("gpu"), format("no GPU type '{}'", key), what_there_is(keys),
               did_you_mean(key, keys));
}

void check_node_gpus(const ClusterCheck& check, const NodeShape& shape, const YamlRecord& record) {
  if (shape.gpu.empty()) {
    for (const char* key : {"gpus", "max_cpus_per_gpu", "share_per_gpu", "more_gpus"}) {
      if (!record.has(key)) continue;
      check.report(record.place(key),
                   format("node shape '{}' has '{}' but no 'gpu'", shape.id, key),
                   "the GPU type is unknown", "add 'gpu:'");
    }
    return;
  }
  check_gpu_key(check, shape.gpu, record);
  std::set<std::string> seen = {shape.gpu};
  for (const YamlRecord& more : record.records("more_gpus")) {
    const std::string key = more.text("gpu");
    check_gpu_key(check, key, more);
    if (seen.insert(key).second) continue;
    check.report(more.place("gpu"), format("node shape '{}' has '{}' twice", shape.id, key), "",
                 "add the numbers up");
  }
  if (!record.has("gpus") && takes_gpu_jobs(check.cluster, shape)) {
    check.report(record.place("gpu"), format("node shape '{}' has 'gpu' but no 'gpus'", shape.id),
                 "the number of GPUs is unknown", "add 'gpus:'");
  }
}

/// An unplaced feature must not also be on a documented node.
void check_unplaced_features(const ClusterCheck& check) {
  check_repeats(check, check.record, "unplaced_features");
  for (const std::string& feature : check.cluster.unplaced_features) {
    for (const NodeShape& shape : check.cluster.nodes) {
      const auto& all = shape.features;
      if (!contains(all, feature)) continue;
      check.report(check.record.place("unplaced_features"),
                   format("node shape '{}' carries feature '{}'", shape.id, feature),
                   "its nodes are known", "remove it from 'unplaced_features'");
      break;
    }
  }
}

/// Does every '[' of a glob have its ']'?
bool is_glob(const std::string& glob) {
  std::size_t at = 0;
  while ((at = glob.find_first_of("[]", at)) != std::string::npos) {
    const std::size_t end = glob.find_first_of("[]", at + 1);
    if (glob[at] == ']' || end == std::string::npos || glob[end] == '[' || end == at + 1) {
      return false;
    }
    at = end + 1;
  }
  return true;
}

}  // namespace

void check_match(const ClusterCheck& check) {
  const YamlRecord match = check.record.record("match");
  check_repeats(check, match, "hosts");
  for (const std::string& glob : check.cluster.match.hosts) {
    if (is_glob(glob)) continue;
    check.report(match.place("hosts"), format("host glob '{}' has '[' without ']'", glob));
  }
  for (const std::string& glob : check.cluster.match.hosts) {
    if (glob.find_first_not_of("*?.") != std::string::npos) continue;
    check.report(match.place("hosts"), format("host glob '{}' matches any host", glob),
                 "every machine would be taken for this cluster");
  }
}

void check_partitions(const ClusterCheck& check) {
  std::string first_default;
  for (const auto& [name, record] : check.record.named_records("partitions")) {
    const Partition* partition = check.cluster.find_partition(name);
    if (partition == nullptr) continue;
    if (partition->is_default && !first_default.empty()) {
      check.report(record.place("default"), format("partition '{}' is the default", name),
                   format("'{}' is already", first_default));
    }
    if (partition->is_default && first_default.empty()) first_default = name;
    check_partition(check, *partition, record);
    check_rank(check, *partition, record);
    check_partition_gpus(check, *partition, record);
    check_account_pattern(check, *partition, record);
    check_partition_nodes(check, *partition, record);
    check_default_memory(check, *partition, record);
  }
}

void check_nodes(const ClusterCheck& check) {
  check_unplaced_features(check);
  std::set<std::string> ids;
  const std::vector<YamlRecord> records = check.record.records("nodes");
  for (std::size_t i = 0; i < records.size() && i < check.cluster.nodes.size(); ++i) {
    const NodeShape& shape = check.cluster.nodes[i];
    if (!ids.insert(shape.id).second) {
      check.report(records[i].place("id"), format("two node shapes are called '{}'", shape.id));
    }
    check_node_partitions(check, shape, records[i]);
    check_node_cpus(check, shape, records[i]);
    check_node_memory(check, shape, records[i]);
    check_node_count(check, shape, records[i]);
    check_node_gpus(check, shape, records[i]);
    check_repeats(check, records[i], "features");
  }
}

}  // namespace gpujob
