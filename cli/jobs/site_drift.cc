// SPDX-License-Identifier: MIT
#include "jobs/site_drift.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "base/yaml_record.h"
#include "jobs/match_nodes.h"
#include "jobs/site_draft.h"
#include "slurm/node_groups.h"

// Each change of a cluster is one difference, at its cause: a partition that is gone is not missed
// again on each node shape, a GPU type that is spelt anew changes its `gres` alone.

namespace gpujob {

namespace {

constexpr const char* kNoLimit = "no limit";
constexpr const char* kDescribeApart =
    "describe the nodes that differ in a node shape of their own";
constexpr const char* kRemoveKey = "remove the key, or ask the center where the limit is now";

/// The value of a fact on the nodes of a shape, with the names of those that have it.
using Spread = std::map<std::string, std::vector<std::string>>;

/// "48 (9 nodes), 64 (1 node: g3)"; the value alone if all nodes have it.
std::string spread_text(const Spread& spread) {
  if (spread.size() == 1) return spread.begin()->first;
  std::vector<std::string> parts;
  for (const auto& [value, nodes] : spread) {
    const std::string first = nodes.size() == 1 ? ": " + nodes.front() : "";
    parts.push_back(format("{} ({}{})", value, count_of(nodes.size(), "node"), first));
  }
  return join(parts, ", ");
}

std::string list_text(const std::vector<std::string>& words) {
  return words.empty() ? "none" : format("{}", join(words, ", "));
}

std::string gpus_text(const std::map<std::string, int>& gpus) {
  std::vector<std::string> parts;
  for (const auto& [type, count] : gpus) {
    parts.push_back(type.empty() ? count_of(count, "GPU") : format("{} {}", count, type));
  }
  return list_text(parts);
}

std::vector<std::string> sorted_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

using NamesOf = std::function<std::vector<std::string>(const SlurmNode&)>;

class DriftFinder {
 public:
  DriftFinder(const YamlFile& file, const Cluster& cluster, const Inventory& inventory)
      : file_(file),
        cluster_(cluster),
        inventory_(inventory),
        root_(YamlRecord(file, &file.root()).record("clusters").record(cluster.name)),
        groups_(group_nodes(inventory.nodes)),
        matched_(match_nodes(cluster, groups_)) {}

  std::vector<Difference> find();

 private:
  /// A name in a block of the profile: "partition 'gpu'", and its record.
  struct Block {
    std::string what;
    YamlRecord record;
  };

  Difference& add(Difference::Kind kind, YamlPlace place, std::string what) {
    found_.push_back({kind, place, std::move(what), "", "", "", "", {}, nullptr});
    return found_.back();
  }
  static void add_edits(Difference& difference, const YamlRecord& block,
                        const std::optional<TextEdits>& edits);
  static void add_edit(Difference& difference, const YamlRecord& block,
                       const std::optional<TextEdit>& edit) {
    if (edit) add_edits(difference, block, TextEdits{*edit});
  }
  /// The entry of this name in a map of blocks.
  YamlRecord named(std::string_view map, std::string_view name) const;
  void change(const Block& block, std::string_view key, const std::string& value);
  void no_limit(const Block& block, std::string_view key);
  void limit(const Block& block, std::string_view key, const std::optional<Seconds>& known,
             const std::optional<Seconds>& said);
  void limit(const Block& block, std::string_view key, const std::optional<int>& known,
             const std::optional<int>& said);
  void partitions();
  void partition(const Partition& known, const SlurmPartition& said);
  void default_partition();
  void time_rule();
  void qualities();
  void gpu_types();
  void type_name(const GpuType& type);
  void type_feature(const GpuType& type);
  void rename_feature(Difference& difference, std::size_t number, const std::string& old,
                      const std::string& now) const;
  void shapes();
  void shape(std::size_t number);
  void spread(const Block& block, std::string_view key, const std::string& known,
              const Spread& said);
  void names(const Block& block, std::string_view key, std::vector<std::string> known,
             std::size_t number, const NamesOf& told_here, const NamesOf& all);
  void gpus(const Block& block, std::size_t number);
  void other_nodes();
  void unplaced_features();
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

  const YamlFile& file_;
  const Cluster& cluster_;
  const Inventory& inventory_;
  YamlRecord root_;
  std::vector<SlurmNodeGroup> groups_;
  MatchedNodes matched_;
  std::map<std::string, std::string> renamed_types_;     ///< the profile's gres to Slurm's
  std::map<std::string, std::string> renamed_features_;  ///< the same of features
  std::vector<Difference> found_;
};

void DriftFinder::add_edits(Difference& difference, const YamlRecord& block,
                            const std::optional<TextEdits>& edits) {
  if (!edits) return;
  difference.edits.insert(difference.edits.end(), edits->begin(), edits->end());
  difference.block = block.node();
}

YamlRecord DriftFinder::named(std::string_view map, std::string_view name) const {
  for (const auto& [key, record] : root_.named_records(map)) {
    if (key == name) return record;
  }
  return {file_, nullptr};
}

/// One value of a block that is another on the cluster.
void DriftFinder::change(const Block& block, std::string_view key, const std::string& value) {
  const YamlNode* const known = block.record.find(key);
  if (known == nullptr) return;
  Difference& one = add(Difference::Kind::Changed, known->place, block.what);
  one.key = key;
  one.profile = known->scalar;
  one.cluster = value;
  add_edit(one, block.record, replace_scalar(file_, *known, value));
}

void DriftFinder::no_limit(const Block& block, std::string_view key) {
  change(block, key, kNoLimit);
  found_.back().edits.clear();
  found_.back().fix = kRemoveKey;
}

void DriftFinder::limit(const Block& block, std::string_view key,
                        const std::optional<Seconds>& known, const std::optional<Seconds>& said) {
  if (!known || known == said) return;
  if (!said) return no_limit(block, key);
  change(block, key, format_walltime(*said));
}

void DriftFinder::limit(const Block& block, std::string_view key, const std::optional<int>& known,
                        const std::optional<int>& said) {
  if (!known || known == said) return;
  if (!said) return no_limit(block, key);
  change(block, key, format("{}", *said));
}

/// The smaller of a partition's own limit and that of its QOS.
template <class Value>
std::optional<Value> smaller(const std::optional<Value>& one, const std::optional<Value>& other) {
  if (!one || !other) return one ? one : other;
  return std::min(*one, *other);
}

void DriftFinder::partition(const Partition& known, const SlurmPartition& said) {
  const Block block{format("partition '{}'", known.name), named("partitions", known.name)};
  const SlurmQos* const qos = inventory_.find_qos(said.qos);
  // Its QOS may have a limit that nobody may see.
  const bool is_certain = said.qos.empty() || qos != nullptr;
  const auto max_time = smaller(said.max_time, qos ? qos->max_time : std::nullopt);
  if (max_time || is_certain) limit(block, "max_time", known.max_time, max_time);
  const auto max_nodes = smaller(said.max_nodes, qos ? qos->max_nodes : std::nullopt);
  if (max_nodes || is_certain) limit(block, "max_nodes", known.max_nodes, max_nodes);
  // Without a default of its own a job gets the longest time.
  const auto default_time = said.default_time ? said.default_time : said.max_time;
  if (default_time) limit(block, "default_time", known.default_time, default_time);
  const auto memory = said.default_memory_per_cpu_mib;
  if (memory && known.default_memory_per_cpu_mib &&
      *known.default_memory_per_cpu_mib != static_cast<long long>(*memory)) {
    change(block, "default_memory_per_cpu_mib", format("{}", *memory));
  }
  const bool has_word = block.record.has("exclusive");
  if (has_word && said.is_exclusive &&
      *said.is_exclusive != (known.exclusive == Exclusive::Always)) {
    change(block, "exclusive", *said.is_exclusive ? "always" : "never");
  }
}

void DriftFinder::partitions() {
  if (cluster_.partitions.empty()) return;
  for (const Partition& known : cluster_.partitions) {
    const SlurmPartition* const said = inventory_.find_partition(known.name);
    if (said != nullptr) {
      partition(known, *said);
      continue;
    }
    const YamlPlace place = named("partitions", known.name).place();
    Difference& one = add(Difference::Kind::Gone, place, format("partition '{}'", known.name));
    one.fix = "remove it, also from the node shapes";
  }
  for (const SlurmPartition& said : inventory_.partitions) {
    if (said.is_hidden || cluster_.find_partition(said.name) != nullptr) continue;
    Difference& one = add(Difference::Kind::New, root_.place("partitions"),
                          format("partition '{}'", printable(said.name)));
    one.fix =
        "add it, with 'batch_jobs: no' where users send none; 'gpujob site discover' drafts it";
  }
  default_partition();
}

/// Both must have exactly one.
void DriftFinder::default_partition() {
  const Partition* const known = cluster_.default_partition();
  const auto said = std::find_if(inventory_.partitions.begin(), inventory_.partitions.end(),
                                 [](const SlurmPartition& one) { return one.is_default; });
  if (known == nullptr || said == inventory_.partitions.end() || said->name == known->name) return;
  if (inventory_.find_partition(known->name) == nullptr) return;
  const YamlRecord old = named("partitions", known->name);
  const YamlNode* const value = old.find("default");
  if (value == nullptr) return;
  Difference& one = add(Difference::Kind::Changed, value->place, "default partition");
  one.profile = known->name;
  one.cluster = said->name;
  if (cluster_.find_partition(said->name) == nullptr) {
    one.fix = "add the new one first";
    return;
  }
  const YamlRecord now = named("partitions", said->name);
  if (now.place().text != value->place.text) return;
  add_edit(one, old, replace_scalar(file_, *value, "false"));
  add_edit(one, old,
           now.has("default") ? replace_scalar(file_, *now.find("default"), "true")
                              : add_entries(file_, *now.node(), {"default: true"}));
}

/// The center's longest time against that of the partitions which have no limit of their own here.
void DriftFinder::time_rule() {
  const DirectiveRule* const rule = cluster_.find_rule("time");
  if (rule == nullptr || !rule->max) return;
  const auto known = parse_walltime(*rule->max);
  std::optional<Seconds> longest;
  for (const Partition& partition : cluster_.partitions) {
    const SlurmPartition* const said = inventory_.find_partition(partition.name);
    if (said == nullptr || partition.max_time) continue;
    if (!said->max_time || !said->qos.empty()) return;  // the rule is kept elsewhere
    longest = std::max(longest.value_or(Seconds(0)), *said->max_time);
  }
  if (!longest) return;
  limit({"directive 'time'", named("directives", "time")}, "max", known, longest);
}

void DriftFinder::qualities() {
  if (!inventory_.knows_qos || cluster_.qos.empty()) return;
  for (const Qos& known : cluster_.qos) {
    const Block block{format("QOS '{}'", known.name), named("qos", known.name)};
    const SlurmQos* const said = inventory_.find_qos(known.name);
    if (said == nullptr) {
      add(Difference::Kind::Gone, block.record.place(), block.what).fix = "remove it";
      continue;
    }
    limit(block, "max_time", known.max_time, said->max_time);
    limit(block, "max_nodes", known.max_nodes, said->max_nodes);
  }
  for (const SlurmQos& said : inventory_.qos) {
    if (cluster_.find_qos(said.name) != nullptr || (!said.max_time && !said.max_nodes)) continue;
    Difference& one =
        add(Difference::Kind::New, root_.place("qos"), format("QOS '{}'", printable(said.name)));
    one.fix = "add it; 'gpujob site discover' drafts it";
  }
}

/// Is the type spelt in another way on all of its nodes?
void DriftFinder::type_name(const GpuType& type) {
  if (type.gres.empty()) return;
  std::set<std::string> said;
  for (std::size_t i = 0; i < cluster_.nodes.size(); ++i) {
    if (cluster_.nodes[i].gpu != type.key) continue;
    for (const SlurmNodeGroup* group : matched_.of_shape[i]) {
      for (const auto& [name, count] : group->like.gpus) said.insert(name);
    }
  }
  if (said.size() != 1 || said.contains(type.gres) || said.begin()->empty()) return;
  renamed_types_[type.gres] = *said.begin();
  change({format("GPU type '{}'", type.key), named("gpus", type.key)}, "gres", *said.begin());
}

/// Has the type's feature gone from all of its nodes, or another name there?
void DriftFinder::type_feature(const GpuType& type) {
  if (type.feature.empty()) return;
  std::set<std::string> candidates;
  bool has_nodes = false;
  for (std::size_t i = 0; i < cluster_.nodes.size(); ++i) {
    if (cluster_.nodes[i].gpu != type.key || cluster_.nodes[i].features.empty()) continue;
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
  const Block block{format("GPU type '{}'", type.key), named("gpus", type.key)};
  if (candidates.size() == 1) {
    const std::string& now = *candidates.begin();
    renamed_features_[type.feature] = now;
    change(block, "feature", now);
    for (std::size_t i = 0; i < cluster_.nodes.size(); ++i) {
      if (cluster_.nodes[i].gpu == type.key) rename_feature(found_.back(), i, type.feature, now);
    }
    return;
  }
  renamed_features_[type.feature] = "";
  Difference& one = add(Difference::Kind::Gone, block.record.place("feature"), block.what);
  one.key = "feature";
  one.profile = type.feature;
  one.fix = "ask the center for the feature that its nodes have now";
}

/// The same on a shape, if that stands in the same file.
void DriftFinder::rename_feature(Difference& difference, std::size_t number, const std::string& old,
                                 const std::string& now) const {
  const YamlNode* const list = root_.records("nodes")[number].find("features");
  if (list == nullptr || list->place.text != difference.place.text) return;
  for (const YamlNode& item : list->items) {
    if (item.scalar != old) continue;
    const auto edit = replace_scalar(file_, item, now);
    if (edit) difference.edits.push_back(*edit);
  }
}

void DriftFinder::gpu_types() {
  for (const GpuType& type : cluster_.gpus) {
    type_name(type);
    type_feature(type);
  }
}

/// A fact of a shape: the cluster's value if all of its nodes have another one.
void DriftFinder::spread(const Block& block, std::string_view key, const std::string& known,
                         const Spread& said) {
  if (said.size() == 1 && said.contains(known)) return;
  change(block, key, spread_text(said));
  if (said.size() == 1) return;
  found_.back().edits.clear();
  found_.back().fix = kDescribeApart;
}

/// Those that the profile and the cluster both have: others are told of once.
std::vector<std::string> DriftFinder::known_partitions(
    const std::vector<std::string>& names) const {
  std::vector<std::string> known;
  for (const std::string& name : names) {
    if (cluster_.find_partition(name) != nullptr && inventory_.find_partition(name) != nullptr) {
      known.push_back(name);
    }
  }
  return known;
}

/// Without those of which the profile says only that they exist, and those that it cannot hold.
std::vector<std::string> DriftFinder::placed_features(const SlurmNode& node) const {
  std::vector<std::string> features;
  for (const std::string& feature : node.features) {
    if (is_profile_name(feature) && !contains(cluster_.unplaced_features, feature)) {
      features.push_back(feature);
    }
  }
  return features;
}

/// A list of names of a shape, in which order and names that are told of elsewhere do not count.
void DriftFinder::names(const Block& block, std::string_view key, std::vector<std::string> known,
                        std::size_t number, const NamesOf& told_here, const NamesOf& all) {
  const YamlNode* const list = block.record.find(key);
  if (list == nullptr) return;
  const Spread said = spread_of(number, [&](const SlurmNodeGroup& group) {
    return list_text(sorted_names(told_here(group.like)));
  });
  const std::string wanted = list_text(sorted_names(std::move(known)));
  if (said.size() == 1 && said.contains(wanted)) return;
  Difference& one = add(Difference::Kind::Changed, list->place, block.what);
  one.key = key;
  one.profile = wanted;
  one.cluster = spread_text(said);
  if (said.size() > 1) {
    one.fix = kDescribeApart;
    return;
  }
  add_edits(one, block.record,
            change_items(file_, *list, all(matched_.of_shape[number].front()->like)));
}

/// How many GPUs a node of the shape has, and of which types.
void DriftFinder::gpus(const Block& block, std::size_t number) {
  const NodeShape& known = cluster_.nodes[number];
  std::string gres = gres_of(cluster_, known);
  if (renamed_types_.contains(gres)) gres = renamed_types_.at(gres);
  std::map<std::string, int> wanted;
  if (!known.gpu.empty() && known.gpus > 0) wanted[gres] = known.gpus;
  const Spread said = spread_of(number, [&](const SlurmNodeGroup& group) {
    if (!gres.empty() || known.gpu.empty()) return gpus_text(group.like.gpus);
    int sum = 0;  // the profile has no name for the type
    for (const auto& [type, count] : group.like.gpus) sum += count;
    return gpus_text(sum == 0 ? std::map<std::string, int>() : std::map{std::pair{gres, sum}});
  });
  const std::string text = gpus_text(wanted);
  if (said.size() == 1 && said.contains(text)) return;
  if (!known.gpu.empty() && known.gpus == 0) return;
  const YamlPlace place =
      block.record.has("gpus") ? block.record.place("gpus") : block.record.place();
  Difference& one = add(Difference::Kind::Changed, place, block.what);
  one.key = "gpus";
  one.profile = text;
  one.cluster = spread_text(said);
  // Only the number is another: then it can be written.
  const std::map<std::string, int>& now = matched_.of_shape[number].front()->like.gpus;
  const bool is_number = said.size() == 1 && now.size() == 1 && block.record.has("gpus") &&
                         (gres.empty() || now.begin()->first == gres);
  if (is_number) {
    add_edit(one, block.record,
             replace_scalar(file_, *block.record.find("gpus"), format("{}", now.begin()->second)));
  } else {
    one.fix = said.size() > 1
                  ? kDescribeApart
                  : "change gpu and gpus of the shape; 'gpujob site discover' drafts it";
  }
}

void DriftFinder::shape(std::size_t number) {
  const NodeShape& known = cluster_.nodes[number];
  const Block block{format("node shape '{}'", known.id), root_.records("nodes")[number]};
  const auto& groups = matched_.of_shape[number];
  if (groups.empty()) {
    add(Difference::Kind::Gone, block.record.place(), block.what).fix = "remove it";
    return;
  }
  int count = 0;
  for (const SlurmNodeGroup* group : groups) count += group->count();
  if (known.count) limit(block, "count", known.count, std::optional(count));
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
    change(block, "arch", *groups.front()->archs.begin());
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

void DriftFinder::shapes() {
  for (std::size_t i = 0; i < cluster_.nodes.size(); ++i) shape(i);
}

void DriftFinder::other_nodes() {
  if (cluster_.nodes.empty()) return;
  for (const SlurmNodeGroup* group : matched_.others) {
    Difference& one = add(
        Difference::Kind::New, root_.place("nodes"),
        format("{} as '{}'", count_of(group->count(), "node"), printable(group->names.front())));
    one.cluster = format("{} CPUs, {} MiB, GPUs: {}, partitions: {}", group->like.cpus,
                         group->like.memory_mib, gpus_text(group->like.gpus),
                         list_text(group->like.partitions));
    one.fix = "describe them; 'gpujob site discover' drafts their node shape";
  }
}

void DriftFinder::unplaced_features() {
  const YamlNode* const list = root_.find("unplaced_features");
  if (list == nullptr) return;
  for (const YamlNode& item : list->items) {
    const bool is_there = std::any_of(groups_.begin(), groups_.end(), [&](const auto& group) {
      return contains(group.like.features, item.scalar);
    });
    if (is_there) continue;
    Difference& one = add(Difference::Kind::Gone, item.place, format("feature '{}'", item.scalar));
    one.key = "unplaced_features";
    one.fix = "remove it";
  }
}

std::vector<Difference> DriftFinder::find() {
  time_rule();
  partitions();
  qualities();
  gpu_types();
  shapes();
  other_nodes();
  unplaced_features();
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Difference& one, const Difference& other) {
                     return std::pair(one.place.text, one.place.line) <
                            std::pair(other.place.text, other.place.line);
                   });
  return std::move(found_);
}

}  // namespace

std::string_view to_string(Difference::Kind kind) {
  switch (kind) {
    case Difference::Kind::New:
      return "new";
    case Difference::Kind::Gone:
      return "gone";
    case Difference::Kind::Changed:
      break;
  }
  return "changed";
}

std::vector<Difference> find_drift(const YamlFile& file, const Cluster& cluster,
                                   const Inventory& inventory) {
  return DriftFinder(file, cluster, inventory).find();
}

Diagnostic drift_diagnostic(const YamlFile& file, const Difference& difference) {
  std::string problem = format("{}: {}", to_string(difference.kind), difference.what);
  if (!difference.key.empty()) problem += " " + difference.key;
  std::vector<std::string> values;
  if (!difference.profile.empty()) values.push_back("profile " + difference.profile);
  if (!difference.cluster.empty()) values.push_back("cluster " + difference.cluster);
  return {"",
          Severity::Warning,
          format("{}:{}", file.name(difference.place), difference.place.line),
          std::move(problem),
          printable(join(values, ", ")),
          !difference.edits.empty() ? "--update writes it"
          : difference.fix.empty()  ? "change it there"
                                    : difference.fix,
          ""};
}

}  // namespace gpujob
