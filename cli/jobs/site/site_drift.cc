// SPDX-License-Identifier: MIT
#include "jobs/site/site_drift.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "jobs/site/node_drift.h"
#include "jobs/site/node_words.h"

// Each change of a cluster is one difference, at its cause: a partition that is gone is not missed
// again on each node shape, a GPU type that is spelt anew changes its `gres` alone.

namespace gpujob {

namespace {

/// What the profile says of the cluster as a whole, its partitions and its QOS.
class PartitionDrift {
 public:
  PartitionDrift(Differences& found, const Cluster& cluster, const Inventory& inventory)
      : found_(found), cluster_(cluster), inventory_(inventory) {}

  void cluster_facts();
  void time_rule();
  void partitions();
  void qualities();

 private:
  void partition(const Partition& known, const SlurmPartition& said);
  void limits(const ProfileBlock& block, const std::vector<JobLimit>& known, std::string_view of,
              const SlurmQos& said);
  void default_partition();
  void places(const ProfileBlock& block, const Qos& known);

  Differences& found_;
  const Cluster& cluster_;
  const Inventory& inventory_;
};

/// "25.05" of "25.05.3", where the profile names no more than that.
std::string release_like(std::string_view known, std::string_view said) {
  const std::size_t parts = split(known, '.').size();
  std::vector<std::string_view> all = split(said, '.');
  all.resize(std::min(all.size(), parts));
  return join(all, ".");
}

/// The smaller of a partition's own limit and that of its QOS.
template <class Value>
std::optional<Value> smaller(const std::optional<Value>& one, const std::optional<Value>& other) {
  if (!one || !other) return one ? one : other;
  return std::min(*one, *other);
}

void PartitionDrift::cluster_facts() {
  const std::string known = found_.root().text("slurm_version");
  const std::string said = release_like(known, inventory_.version);
  if (!known.empty() && !said.empty() && known != said) {
    found_.change({"cluster", found_.root()}, "slurm_version", said);
  }
  const YamlRecord array = found_.root().record("array");
  if (inventory_.max_array_size) {
    found_.limit({"array", array}, "max_size", array.small_integer("max_size"),
                 inventory_.max_array_size);
  }
}

void PartitionDrift::partition(const Partition& known, const SlurmPartition& said) {
  const ProfileBlock block{format("partition '{}'", known.name),
                           found_.named("partitions", known.name)};
  const SlurmQos* const qos = inventory_.find_qos(said.qos);
  // Its QOS may have a limit that this user may not see.
  const bool is_certain = said.qos.empty() || qos != nullptr;
  const auto max_time = smaller(said.max_time, qos ? qos->max_time : std::nullopt);
  if (max_time || is_certain) found_.limit(block, "max_time", known.max_time, max_time);
  const auto max_nodes = smaller(said.max_nodes, qos ? qos->max_nodes : std::nullopt);
  if (max_nodes || is_certain) found_.limit(block, "max_nodes", known.max_nodes, max_nodes);
  // Without a default of its own a job gets the longest time.
  const auto default_time = said.default_time ? said.default_time : said.max_time;
  if (default_time) found_.limit(block, "default_time", known.default_time, default_time);
  const auto memory = said.default_memory_per_cpu_mib;
  if (memory && known.default_memory_per_cpu_mib &&
      *known.default_memory_per_cpu_mib != static_cast<long long>(*memory)) {
    found_.change(block, "default_memory_per_cpu_mib", format("{}", *memory));
  }
  if (qos != nullptr) limits(block, known.limits, "", *qos);
  const bool has_word = block.record.has("exclusive");
  if (has_word && said.is_exclusive &&
      *said.is_exclusive != (known.exclusive == Exclusive::Always)) {
    found_.change(block, "exclusive", *said.is_exclusive ? "always" : "never");
  }
}

/// Those that hold for every job which asks for the QOS `of`, against what Slurm's has. A limit
/// that it has not may be kept elsewhere.
void PartitionDrift::limits(const ProfileBlock& block, const std::vector<JobLimit>& known,
                            std::string_view of, const SlurmQos& said) {
  const std::vector<YamlRecord> records = block.record.records("limits");
  for (std::size_t i = 0; i < known.size() && i < records.size(); ++i) {
    const JobLimit& limit = known[i];
    if (limit.when_nodes || limit.when_gpus || limit.when_qos != of) continue;
    const ProfileBlock one{format("limit of {}", block.what), records[i]};
    const auto compare = [&](const char* key, const auto& most, const auto& now) {
      if (now) found_.limit(one, key, most, now);
    };
    compare("time", limit.time, said.max_time);
    compare("nodes", limit.nodes, said.max_nodes);
    compare("gpus", limit.gpus, said.max_gpus);
    compare("cpus", limit.cpus, said.max_cpus);
    compare("jobs", limit.jobs, said.max_jobs);
    compare("submitted", limit.submitted, said.max_submitted);
  }
}

void PartitionDrift::partitions() {
  if (cluster_.partitions.empty()) return;
  for (const Partition& known : cluster_.partitions) {
    const SlurmPartition* const said = inventory_.find_partition(known.name);
    if (said != nullptr) {
      partition(known, *said);
      continue;
    }
    const YamlPlace place = found_.named("partitions", known.name).place();
    Difference& one =
        found_.add(Difference::Kind::Gone, place, format("partition '{}'", known.name));
    one.fix = "remove it, also from the node shapes";
  }
  for (const SlurmPartition& said : inventory_.partitions) {
    if (said.is_hidden || cluster_.find_partition(said.name) != nullptr) continue;
    Difference& one = found_.add(Difference::Kind::New, found_.root().place("partitions"),
                                 format("partition '{}'", printable(said.name)));
    one.fix =
        "add it, with 'batch_jobs: no' where users send none; 'gpujob site discover' drafts it";
  }
  default_partition();
}

/// Both must have exactly one.
void PartitionDrift::default_partition() {
  const Partition* const known = cluster_.default_partition();
  const auto said =
      std::find_if(inventory_.partitions.begin(), inventory_.partitions.end(),
                   [](const SlurmPartition& one) { return one.is_default.value_or(false); });
  if (known == nullptr || said == inventory_.partitions.end() || said->name == known->name) return;
  if (inventory_.find_partition(known->name) == nullptr) return;
  const YamlRecord old = found_.named("partitions", known->name);
  const YamlNode* const value = old.find("default");
  if (value == nullptr) return;
  Difference& one = found_.add(Difference::Kind::Changed, value->place, "default partition");
  one.profile = known->name;
  one.cluster = said->name;
  if (cluster_.find_partition(said->name) == nullptr) {
    one.fix = "add the new one first";
    return;
  }
  const YamlRecord now = found_.named("partitions", said->name);
  if (now.place().text != value->place.text) return;
  set_edits(one, old,
            {replace_scalar(found_.file(), *value, "false"),
             now.has("default") ? replace_scalar(found_.file(), *now.find("default"), "true")
                                : add_entries(found_.file(), *now.node(), {"default: true"})});
}

/// The center's longest time against that of the partitions which have no limit of their own here.
void PartitionDrift::time_rule() {
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
  found_.limit({"directive 'time'", found_.named("directives", "time")}, "max", known, longest);
}

/// Of the partitions that the profile and the cluster both have: others are told of once.
void PartitionDrift::places(const ProfileBlock& block, const Qos& known) {
  const YamlNode* const list = block.record.find("partitions");
  if (list == nullptr) return;
  std::vector<std::string> wanted;
  std::vector<std::string> now;
  for (const Partition& one : cluster_.partitions) {
    const SlurmPartition* const said = inventory_.find_partition(one.name);
    if (said != nullptr && known.is_for(one.name)) wanted.push_back(one.name);
    if (said != nullptr && said->allows(known.name)) now.push_back(one.name);
  }
  if (wanted == now) return;
  Difference& one = found_.add(Difference::Kind::Changed, list->place, block.what);
  one.key = "partitions";
  one.profile = list_text(wanted);
  one.cluster = list_text(now);
  if (now.empty()) {
    one.fix = "remove the QOS: no partition allows it";
    return;
  }
  if (const auto edits = change_items(found_.file(), *list, now))
    set_edits(one, block.record, {edits->begin(), edits->end()});
}

void PartitionDrift::qualities() {
  if (!inventory_.knows_qos || cluster_.qos.empty()) return;
  for (const Qos& known : cluster_.qos) {
    const ProfileBlock block{format("QOS '{}'", known.name), found_.named("qos", known.name)};
    const SlurmQos* const said = inventory_.find_qos(known.name);
    if (said == nullptr) {
      found_.add(Difference::Kind::Gone, block.record.place(), block.what).fix = "remove it";
      continue;
    }
    found_.limit(block, "max_time", known.max_time, said->max_time);
    found_.limit(block, "max_nodes", known.max_nodes, said->max_nodes);
    places(block, known);
    limits(block, known.limits, "", *said);
    limits({"the cluster", found_.root()}, cluster_.limits, known.name, *said);
  }
  for (const SlurmQos& said : inventory_.qos) {
    const bool is_known =
        std::any_of(cluster_.qos.begin(), cluster_.qos.end(),
                    [&](const Qos& known) { return to_lower(known.name) == said.name; });
    if (is_known || !said.has_limits() || !inventory_.may_be_asked_for(said)) continue;
    Difference& one = found_.add(Difference::Kind::New, found_.root().place("qos"),
                                 format("QOS '{}'", printable(said.name)));
    one.fix = "add it; 'gpujob site discover' drafts it";
  }
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
  Differences found(file, cluster.name);
  PartitionDrift drift(found, cluster, inventory);
  drift.cluster_facts();
  drift.time_rule();
  drift.partitions();
  drift.qualities();
  compare_nodes(found, cluster, inventory);
  return std::move(found).sorted();
}

Diagnostic drift_diagnostic(const YamlFile& file, const Difference& difference) {
  std::string problem = format("{}: {}", to_string(difference.kind), difference.what);
  if (!difference.key.empty()) problem += " " + difference.key;
  std::vector<std::string> values;
  if (!difference.profile.empty()) values.push_back("profile: " + difference.profile);
  if (!difference.cluster.empty()) values.push_back("cluster: " + difference.cluster);
  return {"",
          Severity::Warning,
          format("{}:{}", file.name(difference.place), difference.place.line),
          std::move(problem),
          printable(join(values, "; ")),
          !difference.edits.empty() ? "--update writes it"
          : difference.fix.empty()  ? "change it there"
                                    : difference.fix,
          ""};
}

}  // namespace gpujob
