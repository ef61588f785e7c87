// SPDX-License-Identifier: MIT
#include "profile/advice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "base/format.h"
#include "base/text.h"
#include "profile/cluster_check.h"
#include "profile/sourcing.h"

namespace gpujob {

namespace {

void advise(const ClusterCheck& check, Severity severity, YamlPlace place, std::string problem,
            std::string why, std::string fix) {
  Diagnostic one = check.file.error(place, std::move(problem), std::move(why), std::move(fix));
  one.severity = severity;
  check.found.push_back(std::move(one));
}

void advise_on_sources(const ClusterCheck& check) {
  std::vector<std::string> without;
  const std::vector<FactBlock> blocks = fact_blocks(check.record);
  for (const FactBlock& block : blocks)
    if (!block.has_own_source()) without.push_back(block.what);
  if (without.empty()) return;
  advise(check, Severity::Note, check.record.place(),
         format("blocks of cluster '{}' without a source of their own: {} of {}",
                check.cluster.name, without.size(), blocks.size()),
         join(without, ", "), "add 'source' and 'checked' to them");
}

/// The keys of a block that state facts: of a cluster, those that stand in no block of it. Its
/// title is new in a copy.
std::vector<std::string> stated_keys(const YamlNode& block) {
  const bool is_cluster = block.find("status") != nullptr;
  std::vector<std::string> keys;
  for (const auto& [key, value] : block.entries) {
    const std::string& name = key.scalar;
    const bool is_block = value.is_map() || name == "nodes" || name == "limits";
    if (name == "source" || name == "checked" || (is_cluster && (is_block || name == "title")))
      continue;
    keys.push_back(name);
  }
  return keys;
}

/// What 'site new' copied and is not confirmed, one line each.
void advise_on_copies(const ClusterCheck& check) {
  for (const FactBlock& block : copied_blocks(check.cluster.name, check.record)) {
    const std::vector<std::string> keys = stated_keys(*block.record.node());
    advise(check, Severity::Warning, block.record.place("source"),
           format("{} is copied from {}", block.what, check.cluster.copied_from()),
           keys.empty() ? "" : format("not confirmed: {}", join(keys, ", ")),
           "put your center's facts there, then its page in 'source' and the day in 'checked'");
  }
}

/// Tables of hardware state both memories side by side. A node may well have as much memory as all
/// its cards together; one card's is a slip.
void advise_on_memory(const ClusterCheck& check, const GpuCatalogue& catalogue) {
  constexpr double kMiB = 1024.0 * 1024.0;
  constexpr double kNear = 0.08;  // between 1000 and 1024, twice
  const auto records = check.record.records("nodes");
  const auto& shapes = check.cluster.nodes;
  for (std::size_t i = 0; i < records.size() && i < shapes.size(); ++i) {
    const GpuType* type = check.cluster.find_gpu(shapes[i].gpu);
    const GpuModel* model = type == nullptr ? nullptr : catalogue.find(type->model);
    if (model == nullptr || !model->memory_bytes || !shapes[i].memory_mib) continue;
    const double of_card = *model->memory_bytes / kMiB;
    const auto of_node = static_cast<double>(*shapes[i].memory_mib);
    if (std::abs(of_node / of_card - 1) > kNear) continue;
    advise(check, Severity::Warning, records[i].place("memory_mib"),
           format("node shape '{}' has as much memory as one {}", shapes[i].id, model->name),
           "'memory_mib' is what a job may use of the node, not of the GPU",
           "look at the page again");
  }
}

bool look_alike(const NodeShape& a, const NodeShape& b) {
  const auto facts = [](const NodeShape& shape) {
    return std::tie(shape.gpu, shape.gpus, shape.cpus, shape.usable_cpus, shape.threads_per_core,
                    shape.memory_mib, shape.memory_per_cpu_mib, shape.arch);
  };
  const auto names = [](std::vector<std::string> all) { return std::set(all.begin(), all.end()); };
  const auto further = [](const NodeShape& shape) {
    std::map<std::string, int> gpus;
    for (const NodeGpus& more : shape.more_gpus) gpus[more.gpu] = more.gpus;
    return gpus;
  };
  return facts(a) == facts(b) && further(a) == further(b) &&
         names(a.features) == names(b.features) && names(a.partitions) == names(b.partitions);
}

/// Shapes whose nodes 'site drift' cannot tell apart: which of them changed would be guessed.
void advise_on_like_shapes(const ClusterCheck& check) {
  const auto records = check.record.records("nodes");
  const auto& shapes = check.cluster.nodes;
  for (std::size_t i = 1; i < records.size() && i < shapes.size(); ++i) {
    const auto twin =
        std::find_if(shapes.begin(), shapes.begin() + static_cast<long>(i),
                     [&](const NodeShape& one) { return look_alike(one, shapes[i]); });
    if (twin == shapes.begin() + static_cast<long>(i)) continue;
    advise(check, Severity::Warning, records[i].place(),
           format("node shape '{}' says the same as '{}'", shapes[i].id, twin->id),
           "nothing tells their nodes apart",
           "join them, with both counts, or add what differs, such as 'memory_mib'");
  }
}

/// The partitions of batch jobs without a rank whose nodes have the GPU type, by what they charge.
std::vector<const Partition*> equal_partitions(const Cluster& cluster, const GpuType& type) {
  std::vector<const Partition*> found;
  for (const Partition& partition : cluster.partitions) {
    if (!takes_gpus(partition)) continue;
    const auto shapes = cluster.shapes_with(type.key);
    const bool has_it = std::any_of(shapes.begin(), shapes.end(), [&](const NodeShape* shape) {
      return contains(shape->partitions, partition.name);
    });
    if (!has_it) continue;
    if (partition.is_default) return {};
    if (partition.rank) continue;
    const bool equal =
        found.empty() || (found.front()->exclusive == partition.exclusive &&
                          found.front()->charges_whole_node == partition.charges_whole_node);
    if (equal) found.push_back(&partition);
  }
  return found;
}

bool names_partition(const GpuType& type) {
  return std::any_of(type.request.begin(), type.request.end(), [](const PlacedText& option) {
    return option.value.starts_with("--partition=");
  });
}

void advise_on_order(const ClusterCheck& check) {
  const DirectiveRule* rule = check.cluster.find_rule("partition");
  if (rule != nullptr && (rule->default_value || rule->use == Use::Forbidden)) return;
  for (const auto& [key, record] : check.record.named_records("gpus")) {
    const GpuType* type = check.cluster.find_gpu(key);
    if (type == nullptr || !type->request_documented || names_partition(*type)) continue;
    const auto partitions = equal_partitions(check.cluster, *type);
    if (partitions.size() < 2) continue;
    std::vector<std::string> names;
    for (const Partition* partition : partitions) names.push_back(partition->name);
    advise(check, Severity::Note, record.place(),
           format("GPU type '{}' is charged the same in several partitions", key),
           join(names, ", "),
           format("jobs go to the first that takes them; say by 'rank' which comes first, or add "
                  "'--partition={}' to its 'request'",
                  names.front()));
  }
}

/// Comments of a draft that say what a person must add.
void advise_on_open(const YamlFile& file, Diagnostics& found) {
  constexpr std::string_view kOpen = "# to fill in: ";
  int number = 0;
  for (const std::string_view line : lines(file.text())) {
    ++number;
    const std::size_t at = std::min(line.find_first_not_of(' '), line.size());
    if (!line.substr(at).starts_with(kOpen)) continue;
    Diagnostic open = file.error({number, static_cast<int>(at) + 1},
                                 format("to fill in: {}", line.substr(at + kOpen.size())), "",
                                 "write it there and remove the comment");
    open.severity = Severity::Note;
    open.excerpt.clear();
    found.push_back(std::move(open));
  }
}

}  // namespace

Diagnostics advise_on_profile(const YamlFile& file, const SiteProfile& profile,
                              const GpuCatalogue& catalogue) {
  Diagnostics found;
  advise_on_open(file, found);
  const YamlRecord root(file, &file.root());
  for (const auto& [name, record] : root.named_records("clusters")) {
    const Cluster* cluster = profile.find_cluster(name);
    if (cluster == nullptr) continue;
    const ClusterCheck check{file, profile, *cluster, record, found};
    advise_on_copies(check);
    if (cluster->scheduler == Scheduler::None) continue;
    advise_on_sources(check);
    advise_on_memory(check, catalogue);
    advise_on_like_shapes(check);
    advise_on_order(check);
  }
  return found;
}

}  // namespace gpujob
