// SPDX-License-Identifier: MIT
#include "planted_changes.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

using Kind = Difference::Kind;

/// What no profile says: a walltime, a count.
std::string walltime(int round) {
  return format_walltime(Seconds(60 * (7 + 13 * (round + 1))));
}
std::string count(int round) {
  return std::to_string(7001 + round);
}

void set_field(std::vector<ShowRecord>& records, const char* name_key, const std::string& name,
               const char* key, const std::string& value) {
  for (ShowRecord& record : records)
    if (record.at(name_key) == name) record[key] = value;
}

FakeSlurm with_partition(const PlantingGround& site, const std::string& name, const char* key,
                         const std::string& value) {
  FakeSlurm changed = site.slurm;
  set_field(changed.partitions, "PartitionName", name, key, value);
  return changed;
}

FakeSlurm with_nodes(const PlantingGround& site, const NodeShape& shape, const char* key,
                     const std::string& value) {
  FakeSlurm changed = site.slurm;
  for (ShowRecord& node : changed.nodes)
    if (is_of_shape(node, shape.id)) node[key] = value;
  return changed;
}

std::string field_of(const PlantingGround& site, const NodeShape& shape, const char* key) {
  for (const ShowRecord& node : site.slurm.nodes)
    if (is_of_shape(node, shape.id)) return node.at(key);
  return "";
}

std::string partition_name(const Partition& partition) {
  return format("partition '{}'", partition.name);
}
std::string shape_name(const NodeShape& shape) {
  return format("node shape '{}'", shape.id);
}
std::string type_name(const GpuType& type) {
  return format("GPU type '{}'", type.key);
}

void each_partition(const PlantingGround& site, const Plant& plant, const char* key,
                    const char* field, const std::function<bool(const Partition&)>& has,
                    const std::string& value) {
  for (const Partition& one : site.cluster.partitions) {
    if (has(one))
      plant({Kind::Changed, partition_name(one), key},
            with_partition(site, one.name, field, value));
  }
}

/// Is it known by more than its features, so that nodes with others are still the shape's?
bool is_plain(const NodeShape& shape) {
  return shape.cpus.has_value();
}

/// Does the profile say the same of another shape's nodes, but for their number and partitions?
bool has_twin(const PlantingGround& site, const NodeShape& shape) {
  return std::any_of(site.cluster.nodes.begin(), site.cluster.nodes.end(), [&](const auto& other) {
    return other.id != shape.id && other.cpus == shape.cpus && other.gpu == shape.gpu &&
           other.memory_mib == shape.memory_mib && other.features == shape.features;
  });
}

const PlantedChange kChanges[] = {
    {"a partition's longest time",
     [](const PlantingGround& site, int round, const Plant& plant) {
       each_partition(
           site, plant, "max_time", "MaxTime",
           [](const Partition& one) { return one.max_time.has_value(); },
           round == 1 ? "UNLIMITED" : walltime(round));
     }},
    {"a partition's default time",
     [](const PlantingGround& site, int round, const Plant& plant) {
       each_partition(
           site, plant, "default_time", "DefaultTime",
           [](const Partition& one) { return one.default_time.has_value(); }, walltime(round));
     }},
    {"a partition's most nodes",
     [](const PlantingGround& site, int round, const Plant& plant) {
       each_partition(
           site, plant, "max_nodes", "MaxNodes",
           [](const Partition& one) { return one.max_nodes.has_value(); },
           round == 1 ? "UNLIMITED" : count(round));
     }},
    {"a partition's default memory",
     [](const PlantingGround& site, int round, const Plant& plant) {
       each_partition(
           site, plant, "default_memory_per_cpu_mib", "DefMemPerCPU",
           [](const Partition& one) { return one.default_memory_per_cpu_mib.has_value(); },
           count(round));
     }},
    {"whole nodes of a partition",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (round > 0) return;
       for (const Partition& one : site.cluster.partitions) {
         if (!site.block("partitions", one.name).has("exclusive")) continue;
         const bool always = one.exclusive == Exclusive::Always;
         plant({Kind::Changed, partition_name(one), "exclusive"},
               with_partition(site, one.name, "OverSubscribe", always ? "NO" : "EXCLUSIVE"));
       }
     }},
    {"a partition that is gone",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (round > 0 || site.cluster.partitions.size() < 2) return;
       for (const Partition& one : site.cluster.partitions) {
         FakeSlurm changed = site.slurm;
         std::erase_if(changed.partitions, [&](const ShowRecord& record) {
           return record.at("PartitionName") == one.name;
         });
         for (ShowRecord& node : changed.nodes) {
           std::vector<std::string> left;
           for (const std::string_view name : split(node["Partitions"], ','))
             if (name != one.name) left.emplace_back(name);
           node["Partitions"] = left.empty() ? "(null)" : join(left, ",");
         }
         plant({Kind::Gone, partition_name(one), ""}, changed);
       }
     }},
    {"a new partition",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (site.cluster.partitions.empty()) return;
       FakeSlurm changed = site.slurm;
       const std::string name = format("planted{}", round);
       changed.partitions.push_back({{"PartitionName", name}, {"MaxTime", "UNLIMITED"}});
       plant({Kind::New, format("partition '{}'", name), ""}, changed);
     }},
    {"another default partition",
     [](const PlantingGround& site, int round, const Plant& plant) {
       const Partition* usual = site.cluster.default_partition();
       if (usual == nullptr || !site.block("partitions", usual->name).has("default")) return;
       std::vector<const Partition*> others;
       for (const Partition& one : site.cluster.partitions)
         if (&one != usual) others.push_back(&one);
       if (static_cast<std::size_t>(round) >= others.size()) return;
       FakeSlurm changed = with_partition(site, usual->name, "Default", "NO");
       set_field(changed.partitions, "PartitionName", others[static_cast<std::size_t>(round)]->name,
                 "Default", "YES");
       plant({Kind::Changed, "default partition", ""}, changed);
     }},
    {"another release of Slurm",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (site.cluster.slurm_version.empty()) return;
       FakeSlurm changed = site.slurm;
       changed.config["SLURM_VERSION"] = format("{}.11.1", 40 + round);
       plant({Kind::Changed, "cluster", "slurm_version"}, changed);
     }},
    {"another size of arrays",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (!site.cluster.max_array_size) return;
       FakeSlurm changed = site.slurm;
       changed.config["MaxArraySize"] = count(round);
       plant({Kind::Changed, "array", "max_size"}, changed);
     }},
    {"the longest time of a QOS",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const Qos& one : site.cluster.qos) {
         if (!one.max_time) continue;
         FakeSlurm changed = site.slurm;
         set_field(changed.qos, "name", one.name, "time", round == 1 ? "" : walltime(round));
         plant({Kind::Changed, format("QOS '{}'", one.name), "max_time"}, changed);
       }
     }},
    {"the most nodes of a QOS",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const Qos& one : site.cluster.qos) {
         if (!one.max_nodes) continue;
         FakeSlurm changed = site.slurm;
         set_field(changed.qos, "name", one.name, "nodes", count(round));
         plant({Kind::Changed, format("QOS '{}'", one.name), "max_nodes"}, changed);
       }
     }},
    {"a QOS that is gone",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (round > 0) return;
       for (const Qos& one : site.cluster.qos) {
         FakeSlurm changed = site.slurm;
         std::erase_if(changed.qos,
                       [&](const ShowRecord& record) { return record.at("name") == one.name; });
         plant({Kind::Gone, format("QOS '{}'", one.name), ""}, changed);
       }
     }},
    {"a new QOS with a limit",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (site.cluster.qos.empty()) return;
       FakeSlurm changed = site.slurm;
       const std::string name = format("planted{}", round);
       changed.qos.push_back({{"name", name}, {"time", "01:00:00"}, {"nodes", ""}});
       plant({Kind::New, format("QOS '{}'", name), ""}, changed);
     }},
    {"fewer or more nodes",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const NodeShape& shape : site.cluster.nodes) {
         if (!shape.count) continue;
         FakeSlurm changed = site.slurm;
         const auto first =
             std::find_if(changed.nodes.begin(), changed.nodes.end(),
                          [&](const auto& node) { return is_of_shape(node, shape.id); });
         if (round == 0 && *shape.count == 1) continue;
         if (round == 0) {
           changed.nodes.erase(first);
         } else {
           for (int i = 0; i < round; ++i) {
             ShowRecord more =
                 *std::find_if(changed.nodes.begin(), changed.nodes.end(),
                               [&](const auto& node) { return is_of_shape(node, shape.id); });
             more["NodeName"] = format("{}-{}", shape.id, 100 + i);
             changed.nodes.push_back(more);
           }
         }
         plant({Kind::Changed, shape_name(shape), "count"}, changed);
       }
     }},
    {"other CPUs",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const NodeShape& shape : site.cluster.nodes) {
         if (!shape.cpus || shape.usable_cpus) continue;
         FakeSlurm changed = with_nodes(site, shape, "CPUTot", count(round));
         for (ShowRecord& node : changed.nodes)
           if (is_of_shape(node, shape.id)) node["CPUEfctv"] = node["CPUTot"];
         plant({Kind::Changed, shape_name(shape), "cpus"}, changed);
       }
     }},
    {"one node with other CPUs",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const NodeShape& shape : site.cluster.nodes) {
         if (!shape.cpus || shape.usable_cpus || most_nodes(shape).value_or(2) < 2 ||
             has_twin(site, shape)) {
           continue;
         }
         FakeSlurm changed = site.slurm;
         const auto first =
             std::find_if(changed.nodes.begin(), changed.nodes.end(),
                          [&](const auto& node) { return is_of_shape(node, shape.id); });
         (*first)["CPUTot"] = (*first)["CPUEfctv"] = count(round);
         plant({Kind::Changed, shape_name(shape), "cpus"}, changed);
       }
     }},
    {"other memory",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const NodeShape& shape : site.cluster.nodes) {
         if (shape.memory_mib)
           plant({Kind::Changed, shape_name(shape), "memory_mib"},
                 with_nodes(site, shape, "RealMemory", count(round)));
       }
     }},
    {"other threads per core",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (round > 0) return;
       for (const NodeShape& shape : site.cluster.nodes) {
         if (shape.threads_per_core)
           plant(
               {Kind::Changed, shape_name(shape), "threads_per_core"},
               with_nodes(site, shape, "ThreadsPerCore", *shape.threads_per_core == 4 ? "2" : "4"));
       }
     }},
    {"other CPUs for jobs",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const NodeShape& shape : site.cluster.nodes) {
         if (shape.usable_cpus && shape.cpus && *shape.usable_cpus > round + 1)
           plant({Kind::Changed, shape_name(shape), "usable_cpus"},
                 with_nodes(site, shape, "CPUEfctv", format("{}", *shape.usable_cpus - round - 1)));
       }
     }},
    {"another architecture",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (round > 0) return;
       for (const NodeShape& shape : site.cluster.nodes) {
         if (is_plain(shape) && !shape.arch.empty())
           plant({Kind::Changed, shape_name(shape), "arch"},
                 with_nodes(site, shape, "Arch", shape.arch == "x86_64" ? "aarch64" : "x86_64"));
       }
     }},
    {"another number of GPUs",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const NodeShape& shape : site.cluster.nodes) {
         if (!is_plain(shape) || shape.gpus == 0 || !shape.more_gpus.empty()) continue;
         const std::string gres = field_of(site, shape, "Gres");
         plant({Kind::Changed, shape_name(shape), "gpus"},
               with_nodes(site, shape, "Gres",
                          format("{}:{}", gres.substr(0, gres.rfind(':')), 13 + round)));
       }
     }},
    {"a feature more",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const NodeShape& shape : site.cluster.nodes) {
         if (is_plain(shape) && !shape.features.empty())
           plant({Kind::Changed, shape_name(shape), "features"},
                 with_nodes(
                     site, shape, "AvailableFeatures",
                     format("{},planted{}", field_of(site, shape, "AvailableFeatures"), round)));
       }
     }},
    {"a feature less",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const NodeShape& shape : site.cluster.nodes) {
         std::vector<std::string> left = shape.features;
         std::erase_if(left, [&](const std::string& feature) {
           return std::any_of(site.cluster.gpus.begin(), site.cluster.gpus.end(),
                              [&](const GpuType& type) { return type.feature == feature; });
         });
         if (!is_plain(shape) || static_cast<std::size_t>(round) >= left.size()) continue;
         std::vector<std::string> words;
         const std::string all = field_of(site, shape, "AvailableFeatures");
         for (const std::string_view word : split(all, ','))
           if (word != left[static_cast<std::size_t>(round)]) words.emplace_back(word);
         plant({Kind::Changed, shape_name(shape), "features"},
               with_nodes(site, shape, "AvailableFeatures",
                          words.empty() ? "(null)" : join(words, ",")));
       }
     }},
    {"a GPU type spelt anew",
     [](const PlantingGround& site, int round, const Plant& plant) {
       for (const GpuType& type : site.cluster.gpus) {
         if (type.gres.empty()) continue;
         FakeSlurm changed = site.slurm;
         bool is_there = false;
         for (ShowRecord& node : changed.nodes) {
           const std::string before = node["Gres"];
           node["Gres"] = replace_all(before, format("gpu:{}:", type.gres),
                                      format("gpu:{}_v{}:", type.gres, round));
           is_there = is_there || node["Gres"] != before;
         }
         if (is_there) plant({Kind::Changed, type_name(type), "gres"}, changed);
       }
     }},
    {"new nodes",
     [](const PlantingGround& site, int round, const Plant& plant) {
       if (site.cluster.nodes.empty()) return;
       FakeSlurm changed = site.slurm;
       changed.partitions.push_back(
           {{"PartitionName", "staff"}, {"Hidden", "YES"}, {"MaxTime", "UNLIMITED"}});
       changed.nodes.push_back({{"NodeName", "planted"},
                                {"Arch", "riscv64"},
                                {"CPUTot", count(round)},
                                {"RealMemory", "1000"},
                                {"Partitions", "staff"},
                                {"Gres", format("gpu:planted:{}", 17 + round)}});
       plant({Kind::New, "1 node as 'planted'", ""}, changed);
     }},
    {"a feature that is nowhere",
     [](const PlantingGround& site, int round, const Plant& plant) {
       const auto& all = site.cluster.unplaced_features;
       if (static_cast<std::size_t>(round) >= all.size()) return;
       const std::string& lost = all[static_cast<std::size_t>(round)];
       FakeSlurm changed = site.slurm;
       for (ShowRecord& node : changed.nodes) {
         std::vector<std::string> words;
         for (const std::string_view word : split(node["AvailableFeatures"], ','))
           if (word != lost) words.emplace_back(word);
         node["AvailableFeatures"] = words.empty() ? "(null)" : join(words, ",");
       }
       plant({Kind::Gone, format("feature '{}'", lost), "unplaced_features"}, changed);
     }},
};

}  // namespace

YamlRecord PlantingGround::record() const {
  return YamlRecord(file, &file.root()).record("clusters").record(cluster.name);
}

YamlRecord PlantingGround::block(const char* map, const std::string& name) const {
  for (const auto& [key, record] : this->record().named_records(map))
    if (key == name) return record;
  return {file, nullptr};
}

std::span<const PlantedChange> planted_changes() {
  return kChanges;
}

}  // namespace gpujob
