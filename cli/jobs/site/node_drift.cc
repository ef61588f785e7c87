// SPDX-License-Identifier: MIT
#include "jobs/site/node_drift.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "jobs/site/match_nodes.h"
#include "jobs/site/node_words.h"
#include "jobs/site/site_draft.h"
#include "slurm/node_groups.h"

namespace gpujob {

namespace {

constexpr const char* kDescribeApart =
    "describe the nodes that differ in a node shape of their own";

std::vector<std::string> sorted_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

using NamesOf = std::function<std::vector<std::string>(const SlurmNode&)>;

class NodeDrift {
 public:
  NodeDrift(Differences& found, const Cluster& cluster, const Inventory& inventory)
      : found_(found),
        cluster_(cluster),
        inventory_(inventory),
        groups_(group_nodes(inventory.nodes)),
        matched_(match_nodes(cluster, groups_)) {}

  void gpu_types();
  void shapes();
  void other_nodes();
  void totals();
  void unplaced_features();

 private:
  void total(const GpuType& type);
  void type_name(const GpuType& type);
  void type_feature(const GpuType& type);
  void rename_feature(const ProfileBlock& block, const GpuType& type, const std::string& now);
  void shape(std::size_t number);
  void spread(const ProfileBlock& block, std::string_view key, const std::string& known,
              const Spread& said);
  void names(const ProfileBlock& block, std::string_view key, std::vector<std::string> known,
             std::size_t number, const NamesOf& told_here, const NamesOf& all);
  void gpus(const ProfileBlock& block, std::size_t number);
  template <class Value>
  Spread spread_of(std::size_t number, Value value) const {
    Spread all;
    for (const SlurmNodeGroup* group : matched_.of_shape[number]) {
      std::vector<std::string>& nodes = all[value(*group)];
      nodes.insert(nodes.end(), group->names.begin(), group->names.end());
    }
    return all;
  }
  std::vector<std::string> known_partitions(const std::vector<std::string>& names) const;
  std::vector<std::string> placed_features(const SlurmNode& node) const;
  void tell_types(const NodeShape& shape);
  /// Slurm's name of the type now.
  std::string slurm_name(const GpuType& type) const {
    return renamed_types_.contains(type.gres) ? renamed_types_.at(type.gres) : type.gres;
  }

  Differences& found_;
  const Cluster& cluster_;
  const Inventory& inventory_;
  std::vector<SlurmNodeGroup> groups_;
  MatchedNodes matched_;
  std::map<std::string, std::string> renamed_types_;     ///< the profile's gres to Slurm's
  std::map<std::string, std::string> renamed_features_;  ///< the same of features
  std::set<std::string> told_types_;  ///< keys of types whose GPUs are told of at a shape or as new
};

/// Is the type spelt in another way on all of its nodes, or at all where it had no name?
void NodeDrift::type_name(const GpuType& type) {
  if (type.gres.empty() && !type.no_gres) return;
  std::set<std::string> said;
  for (std::size_t i = 0; i < cluster_.nodes.size(); ++i) {
    if (!has_type(cluster_.nodes[i], type.key)) continue;
    const std::map<std::string, int> known = gpus_of(cluster_, cluster_.nodes[i]);
    for (const SlurmNodeGroup* group : matched_.of_shape[i]) {
      for (const auto& [name, count] : group->like.gpus) {
        if (name == type.gres || !known.contains(name)) said.insert(name);
      }
    }
  }
  if (said.size() != 1 || said.contains(type.gres) || said.begin()->empty()) return;
  if (!type.no_gres) renamed_types_[type.gres] = *said.begin();
  found_.rename({format("GPU type '{}'", type.key), found_.named("gpus", type.key)}, "gres",
                *said.begin());
}

/// Has the type's feature gone from all of its nodes, or another name there?
void NodeDrift::type_feature(const GpuType& type) {
  if (type.feature.empty()) return;
  std::set<std::string> candidates;
  bool has_nodes = false;
  for (std::size_t i = 0; i < cluster_.nodes.size(); ++i) {
    if (!has_type(cluster_.nodes[i], type.key) || cluster_.nodes[i].features.empty()) continue;
    for (const SlurmNodeGroup* group : matched_.of_shape[i]) {
      if (contains(group->like.features, type.feature)) return;
      std::set<std::string> here;
      for (const std::string& feature : placed_features(group->like)) {
        const bool is_known = contains(cluster_.nodes[i].features, feature);
        if (!is_known && (!has_nodes || candidates.contains(feature))) here.insert(feature);
      }
      candidates = here;
      has_nodes = true;
    }
  }
  if (!has_nodes) return;
  const ProfileBlock block{format("GPU type '{}'", type.key), found_.named("gpus", type.key)};
  if (candidates.size() == 1) {
    const std::string& now = *candidates.begin();
    renamed_features_[type.feature] = now;
    return rename_feature(block, type, now);
  }
  renamed_features_[type.feature] = "";
  Difference& one = found_.add(Difference::Kind::Gone, block.record.place("feature"), block.what);
  one.key = "feature";
  one.profile = type.feature;
  one.fix = "ask the center for the feature that its nodes have now";
}

/// Also on the shapes, if they stand in the same file.
void NodeDrift::rename_feature(const ProfileBlock& block, const GpuType& type,
                               const std::string& now) {
  const YamlNode* const known = block.record.find("feature");
  if (known == nullptr) return;
  Difference& one = found_.add(Difference::Kind::Changed, known->place, block.what);
  one.key = "feature";
  one.profile = type.feature;
  one.cluster = now;
  std::vector<std::optional<TextEdit>> edits = {
      replace_scalar(found_.file(), *known, yaml_scalar(now))};
  for (std::size_t i = 0; i < cluster_.nodes.size(); ++i) {
    const YamlNode* const list = found_.root().records("nodes")[i].find("features");
    if (!has_type(cluster_.nodes[i], type.key) || list == nullptr) continue;
    if (list->place.text != known->place.text) return;
    for (const YamlNode& item : list->items) {
      if (item.scalar == type.feature)
        edits.push_back(replace_scalar(found_.file(), item, yaml_scalar(now)));
    }
  }
  set_edits(one, block.record, edits);
}

void NodeDrift::gpu_types() {
  for (const GpuType& type : cluster_.gpus) {
    type_name(type);
    type_feature(type);
  }
}

/// A fact of a shape: the cluster's value if all of its nodes have another one.
void NodeDrift::spread(const ProfileBlock& block, std::string_view key, const std::string& known,
                       const Spread& said) {
  if (said.size() == 1 && said.contains(known)) return;
  found_.change(block, key, spread_text(said), said.size() == 1 ? "" : kDescribeApart);
}

/// Those that the profile and the cluster both have: others are told of once.
std::vector<std::string> NodeDrift::known_partitions(const std::vector<std::string>& names) const {
  std::vector<std::string> known;
  for (const std::string& name : names) {
    if (cluster_.find_partition(name) != nullptr && inventory_.find_partition(name) != nullptr) {
      known.push_back(name);
    }
  }
  return known;
}

/// Without those of which the profile says only that they exist, and those that it cannot hold.
std::vector<std::string> NodeDrift::placed_features(const SlurmNode& node) const {
  std::vector<std::string> features;
  for (const std::string& feature : node.features) {
    if (is_profile_name(feature) && !contains(cluster_.unplaced_features, feature)) {
      features.push_back(feature);
    }
  }
  return features;
}

/// A list of names of a shape, in which order and names that are told of elsewhere do not count.
void NodeDrift::names(const ProfileBlock& block, std::string_view key,
                      std::vector<std::string> known, std::size_t number, const NamesOf& told_here,
                      const NamesOf& all) {
  const YamlNode* const list = block.record.find(key);
  if (list == nullptr) return;
  const Spread said = spread_of(number, [&](const SlurmNodeGroup& group) {
    return list_text(sorted_names(told_here(group.like)));
  });
  const std::string wanted = list_text(sorted_names(std::move(known)));
  if (said.size() == 1 && said.contains(wanted)) return;
  Difference& one = found_.add(Difference::Kind::Changed, list->place, block.what);
  one.key = key;
  one.profile = wanted;
  one.cluster = spread_text(said);
  if (said.size() > 1) {
    one.fix = kDescribeApart;
    return;
  }
  const auto edits =
      change_items(found_.file(), *list, all(matched_.of_shape[number].front()->like));
  if (edits) set_edits(one, block.record, {edits->begin(), edits->end()});
}

/// The number and the types of GPUs on each node of the shape.
void NodeDrift::gpus(const ProfileBlock& block, std::size_t number) {
  const NodeShape& known = cluster_.nodes[number];
  const auto as_now = [&](const std::string& name) {
    return renamed_types_.contains(name) ? renamed_types_.at(name) : name;
  };
  const std::string gres = as_now(gres_of(cluster_, known));
  std::map<std::string, int> wanted;
  for (const auto& [name, count] : gpus_of(cluster_, known)) wanted[as_now(name)] += count;
  const Spread said = spread_of(number, [&](const SlurmNodeGroup& group) {
    if (!gres.empty() || known.gpu.empty()) return gpus_text(group.like.gpus);
    int sum = 0;  // the profile has no name for the type
    for (const auto& [type, count] : group.like.gpus) sum += count;
    return gpus_text(sum == 0 ? std::map<std::string, int>() : std::map{std::pair{gres, sum}});
  });
  const std::string text = gpus_text(wanted);
  if (said.size() == 1 && said.contains(text)) return;
  tell_types(known);
  if (!known.gpu.empty() && known.gpus == 0) return;
  const YamlPlace place =
      block.record.has("gpus") ? block.record.place("gpus") : block.record.place();
  Difference& one = found_.add(Difference::Kind::Changed, place, block.what);
  one.key = "gpus";
  one.profile = text;
  one.cluster = spread_text(said);
  // Only the number is another: then it can be written.
  const std::map<std::string, int>& now = matched_.of_shape[number].front()->like.gpus;
  const bool is_number = said.size() == 1 && now.size() == 1 && known.more_gpus.empty() &&
                         block.record.has("gpus") && (gres.empty() || now.begin()->first == gres);
  if (is_number) {
    set_edits(one, block.record,
              {replace_scalar(found_.file(), *block.record.find("gpus"),
                              format("{}", now.begin()->second))});
  } else {
    one.fix = said.size() > 1
                  ? kDescribeApart
                  : "change gpu and gpus of the shape; 'gpujob site discover' drafts it";
  }
}

void NodeDrift::shape(std::size_t number) {
  const NodeShape& known = cluster_.nodes[number];
  const ProfileBlock block{format("node shape '{}'", known.id),
                           found_.root().records("nodes")[number]};
  const auto& groups = matched_.of_shape[number];
  if (groups.empty()) {
    tell_types(known);
    found_.add(Difference::Kind::Gone, block.record.place(), block.what).fix = "remove it";
    return;
  }
  int count = 0;
  for (const SlurmNodeGroup* group : groups) count += group->count();
  if (known.count) found_.limit(block, "count", known.count, std::optional(count));
  if (known.count && *known.count != count) tell_types(known);
  const auto number_fact = [&](std::string_view key, const auto& wanted, auto value) {
    if (!wanted) return;
    spread(block, key, format("{}", *wanted), spread_of(number, [&](const SlurmNodeGroup& group) {
             return format("{}", value(group.like));
           }));
  };
  number_fact("cpus", known.cpus, [](const SlurmNode& node) { return node.cpus; });
  number_fact("threads_per_core", known.threads_per_core,
              [](const SlurmNode& node) { return node.threads_per_core; });
  number_fact("memory_mib", known.memory_mib,
              [](const SlurmNode& node) { return node.memory_mib; });
  const bool reserves = std::any_of(groups.begin(), groups.end(), [](const auto* group) {
    return group->like.usable_cpus < group->like.cpus;
  });
  if (reserves) {
    number_fact("usable_cpus", known.usable_cpus,
                [](const SlurmNode& node) { return node.usable_cpus; });
  }
  if (!known.arch.empty() && groups.front()->archs.size() == 1 &&
      *groups.front()->archs.begin() != known.arch) {
    found_.rename(block, "arch", *groups.front()->archs.begin());
  }
  gpus(block, number);
  const auto partitions = [&](const SlurmNode& node) { return known_partitions(node.partitions); };
  names(block, "partitions", known_partitions(known.partitions), number, partitions, partitions);
  // A type's feature that is gone or renamed is told of there.
  std::vector<std::string> features;
  for (const std::string& feature : known.features) {
    if (!renamed_features_.contains(feature)) features.push_back(feature);
  }
  const auto all = [&](const SlurmNode& node) { return placed_features(node); };
  const auto told_here = [&](const SlurmNode& node) {
    std::vector<std::string> left = placed_features(node);
    for (const auto& [old, now] : renamed_features_) std::erase(left, now);
    return left;
  };
  names(block, "features", features, number, told_here, all);
}

void NodeDrift::shapes() {
  for (std::size_t i = 0; i < cluster_.nodes.size(); ++i) shape(i);
}

void NodeDrift::tell_types(const NodeShape& shape) {
  for (const GpuType& type : cluster_.gpus)
    if (has_type(shape, type.key)) told_types_.insert(type.key);
}

/// Nodes of a partition that the profile only counts are compared by their number.
void NodeDrift::other_nodes() {
  std::map<std::string, int> counts;
  for (const Partition& partition : cluster_.partitions)
    if (partition.nodes) counts[partition.name] = 0;
  for (const SlurmNodeGroup* group : matched_.others) {
    bool is_counted = !counts.empty() && group->like.partitions.empty();
    for (const std::string& name : group->like.partitions) {
      const auto count = counts.find(name);
      if (count == counts.end()) continue;
      count->second += group->count();
      is_counted = true;
    }
    if (is_counted || cluster_.nodes.empty()) continue;
    for (const GpuType& type : cluster_.gpus)
      if (group->like.gpus.contains(slurm_name(type))) told_types_.insert(type.key);
    Difference& one = found_.add(
        Difference::Kind::New, found_.root().place("nodes"),
        format("{} as '{}'", count_of(group->count(), "node"), printable(group->names.front())));
    one.cluster = format("{} CPUs, {} MiB, GPUs: {}, partitions: {}", group->like.cpus,
                         group->like.memory_mib, gpus_text(group->like.gpus),
                         list_text(group->like.partitions));
    one.fix = "describe them; 'gpujob site discover' drafts their node shape";
  }
  for (const auto& [name, count] : counts) {
    if (inventory_.find_partition(name) == nullptr) continue;
    found_.limit({format("partition '{}'", name), found_.named("partitions", name)}, "nodes",
                 cluster_.find_partition(name)->nodes, std::optional(count));
  }
}

/// The GPUs of a type in all, unless what changes them is told of already.
void NodeDrift::total(const GpuType& type) {
  const bool is_named = !type.gres.empty() || type.no_gres;
  if (!type.total || !is_named || told_types_.contains(type.key)) return;
  const std::string name = slurm_name(type);
  const auto has_name = [&](const GpuType& one) { return slurm_name(one) == name; };
  if (std::count_if(cluster_.gpus.begin(), cluster_.gpus.end(), has_name) > 1) return;
  int total = 0;
  for (const SlurmNodeGroup& group : groups_) {
    const auto gpus = group.like.gpus.find(name);
    if (gpus != group.like.gpus.end()) total += gpus->second * group.count();
  }
  found_.limit({format("GPU type '{}'", type.key), found_.named("gpus", type.key)}, "total",
               type.total, std::optional(total));
}

void NodeDrift::totals() {
  for (const GpuType& type : cluster_.gpus) total(type);
}

void NodeDrift::unplaced_features() {
  const YamlNode* const list = found_.root().find("unplaced_features");
  if (list == nullptr) return;
  for (const YamlNode& item : list->items) {
    const bool is_there = std::any_of(groups_.begin(), groups_.end(), [&](const auto& group) {
      return contains(group.like.features, item.scalar);
    });
    if (is_there) continue;
    Difference& one =
        found_.add(Difference::Kind::Gone, item.place, format("feature '{}'", item.scalar));
    one.key = "unplaced_features";
    one.fix = "remove it";
  }
}

}  // namespace

void compare_nodes(Differences& found, const Cluster& cluster, const Inventory& inventory) {
  NodeDrift drift(found, cluster, inventory);
  drift.gpu_types();
  drift.shapes();
  drift.other_nodes();
  drift.totals();
  drift.unplaced_features();
}

}  // namespace gpujob
