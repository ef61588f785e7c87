// SPDX-License-Identifier: MIT
#include "slurm/inventory.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "slurm/gpu_nodes.h"
#include "slurm/inventory_json.h"
#include "slurm/sacctmgr_table.h"
#include "slurm/show_records.h"
#include "slurm/sinfo_table.h"

namespace gpujob {

namespace {

/// Reads values of one record and remembers the first that cannot be read.
class Values {
 public:
  explicit Values(const ShowRecord& record, std::string where)
      : record_(record), where_(std::move(where)) {}

  std::string text(std::string_view key) const {
    const auto found = record_.find(key);
    const bool is_there = found != record_.end() && found->second != "(null)" &&
                          found->second != "N/A" && found->second != "NONE";
    return is_there ? printable(found->second) : "";
  }

  std::vector<std::string> list(std::string_view key) const {
    std::vector<std::string> all;
    const std::string value = text(key);  // outlives the pieces
    for (const std::string_view word : split(value, ',')) {
      if (!word.empty()) all.emplace_back(word);
    }
    return all;
  }

  std::vector<std::string> qos(std::string_view key) const {
    std::vector<std::string> all = list(key);
    for (std::string& name : all) name = to_lower(name);
    return all;
  }

  std::optional<int> number(std::string_view key) {
    const std::string value = text(key);
    if (value.empty() || value == "UNLIMITED") return std::nullopt;
    const auto number = parse_integer(value);
    if (number && *number <= std::numeric_limits<int>::max()) return static_cast<int>(*number);
    unreadable(key, value);
    return std::nullopt;
  }

  int needed(std::string_view key) {
    const std::optional<int> value = number(key);
    if (!value && !problem_) unreadable(key, text(key));
    return value.value_or(0);
  }

  std::optional<Seconds> time(std::string_view key) {
    const std::string value = text(key);
    if (value.empty() || value == "UNLIMITED") return std::nullopt;
    const auto time = parse_walltime(value);
    if (!time) unreadable(key, value);
    return time;
  }

  void unreadable(std::string_view key, std::string_view value) {
    if (problem_) return;
    problem_ =
        Failure(ExitCode::Unknown, where_, format("'{}={}' cannot be read", key, printable(value)),
                "it is not what Slurm prints", "save the outputs again");
  }

  const std::optional<Failure>& problem() const { return problem_; }

 private:
  const ShowRecord& record_;
  std::string where_;
  std::optional<Failure> problem_;
};

Result<SlurmPartition> read_partition(const ShowRecord& record) {
  SlurmPartition partition;
  partition.name = printable(record.at("PartitionName"));
  Values values(record, format("partition '{}'", printable(partition.name)));
  if (const std::string chosen = values.text("Default"); !chosen.empty()) {
    partition.is_default = chosen == "YES";
  }
  partition.is_hidden = values.text("Hidden") == "YES";
  partition.qos = to_lower(values.text("QoS"));
  if (values.text("AllowQos") != "ALL") partition.allowed_qos = values.qos("AllowQos");
  partition.denied_qos = values.qos("DenyQos");
  // Since 26.05 a word of its own, of which TOPO gives whole nodes too (src/api/partition_info.c).
  std::string sharing = values.text("Exclusive");
  if (sharing.empty()) sharing = values.text("OverSubscribe");
  if (!sharing.empty()) {
    partition.is_exclusive = sharing == "EXCLUSIVE" || sharing == "NODE" || sharing == "TOPO";
  }
  // Slurm always prints it: without it the record was cut.
  if (!record.contains("MaxTime")) values.unreadable("MaxTime", "");
  partition.max_time = values.time("MaxTime");
  partition.default_time = values.time("DefaultTime");
  partition.max_nodes = values.number("MaxNodes");
  partition.default_memory_per_cpu_mib = values.number("DefMemPerCPU");
  if (values.problem()) return *values.problem();
  return partition;
}

Result<SlurmNode> read_node(const ShowRecord& record) {
  SlurmNode node;
  node.name = printable(record.at("NodeName"));
  Values values(record, format("node '{}'", printable(node.name)));
  node.arch = values.text("Arch");
  node.partitions = values.list("Partitions");
  node.features = values.list("AvailableFeatures");
  node.cpus = values.needed("CPUTot");
  node.usable_cpus = values.number("CPUEfctv").value_or(node.cpus);  // since Slurm 22.05
  node.threads_per_core = values.number("ThreadsPerCore").value_or(1);
  node.memory_mib = values.needed("RealMemory") - values.number("MemSpecLimit").value_or(0);
  const std::string gres = values.text("Gres");
  if (!read_gpus(gres, node.gpus)) values.unreadable("Gres", gres);
  if (values.problem()) return *values.problem();
  return node;
}

/// Columns of `sacctmgr show qos` that are shown and not compared.
constexpr std::array<const char*, 4> kOtherLimits = {"MaxTRESPU", "MaxTRESPA", "MinTRES",
                                                     "GrpTRES"};

/// A row of `sacctmgr show qos` with what one job may have by its names ("node").
ShowRecord qos_record(ShowRecord row) {
  const std::string limits = row.at("MaxTRES");
  for (const std::string_view limit : split(limits, ',')) {
    const std::size_t equals = limit.find('=');
    if (equals != std::string_view::npos)
      row.emplace(limit.substr(0, equals), limit.substr(equals + 1));
  }
  return row;
}

Result<SlurmQos> read_qos(const ShowRecord& record) {
  const std::string& name = record.at("Name");
  Values values(record, format("QOS '{}'", printable(name)));
  SlurmQos qos{to_lower(name),
               values.time("MaxWall"),
               values.number("node"),
               values.number("cpu"),
               values.number("gres/gpu"),
               values.number("MaxJobsPU"),
               values.number("MaxSubmitPU"),
               {}};
  for (const char* const key : kOtherLimits) {
    const std::string limit = values.text(key);
    if (!limit.empty()) qos.others.push_back(format("{} {}", key, limit));
  }
  if (values.problem()) return *values.problem();
  return qos;
}

/// A line "Key = value" of the configuration.
Status read_setting(std::string_view key, const std::string& value, Inventory& all) {
  if (key == "ClusterName") all.cluster_name = value;
  if (key == "SLURM_VERSION") all.version = value;
  if (key != "MaxArraySize") return {};
  const ShowRecord record = {{std::string(key), value}};
  Values values(record, "scontrol show config");
  all.max_array_size = values.number(key);
  return values.problem() ? Status(*values.problem()) : Status{};
}

/// What `scontrol show config` says; JSON of nodes tells the cluster and the release too.
Result<ShowRecord> settings_in(const InventoryTexts& texts) {
  if (texts.config.empty() && is_json(texts.nodes)) return json_cluster(texts.nodes);
  auto told = config_records(texts.config);
  if (!told) return told.failure();
  return std::move(told->front());
}

/// Reads each record of a text, a JSON document or a table of sinfo into `all`.
template <class FromJson, class FromSinfo, class Read, class Entry>
Status read_all(const std::string& text, std::string_view first, FromJson from_json,
                FromSinfo from_sinfo, Read read, std::vector<Entry>& all) {
  const auto records = is_sinfo(text) ? from_sinfo(text) : records_of(text, first, from_json);
  if (!records) return records.failure();
  for (const ShowRecord& record : *records) {
    auto entry = read(record);
    if (!entry) return entry.failure();
    all.push_back(*std::move(entry));
  }
  return {};
}

Failure not_whole(std::string_view command) {
  return {ExitCode::Unknown, std::string(command), "no answer can be read",
          "the output is empty or is another command's", "save the output again"};
}

/// What tables of sinfo leave open.
std::vector<std::string> untold_by_sinfo(const InventoryTexts& texts) {
  std::vector<std::string> untold;
  if (is_sinfo(texts.partitions))
    untold.emplace_back("memory by default and QOS of partitions, and those without nodes");
  if (is_sinfo(texts.nodes))
    untold.emplace_back("arch of nodes; CPUs and memory that the system keeps of theirs");
  const auto columns =
      missing_sinfo_columns(is_sinfo(texts.nodes) ? texts.nodes : texts.partitions);
  if (!untold.empty() && !columns.empty())
    untold.push_back(format("what no column says: {}", join(columns, ", ")));
  return untold;
}

/// The entry of this name, or nullptr.
template <class Entry>
const Entry* entry_named(const std::vector<Entry>& entries, std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

bool SlurmPartition::allows(const std::string& service) const {
  const std::string one = to_lower(service);
  return (allowed_qos.empty() || contains(allowed_qos, one)) && !contains(denied_qos, one);
}

const SlurmPartition* Inventory::find_partition(std::string_view partition) const {
  return entry_named(partitions, partition);
}

std::vector<std::string> Inventory::places_of(const std::string& service) const {
  std::vector<std::string> places;
  for (const SlurmPartition& one : partitions)
    if (one.allows(service)) places.push_back(one.name);
  return places.size() == partitions.size() ? std::vector<std::string>() : places;
}

bool Inventory::may_be_asked_for(const SlurmQos& service) const {
  bool allowed = false;
  for (const SlurmPartition& one : partitions) {
    if (one.qos == service.name) return false;
    allowed = allowed || one.allows(service.name);
  }
  return allowed;
}

const SlurmQos* Inventory::find_qos(std::string_view service) const {
  return entry_named(qos, to_lower(service));
}

Result<std::vector<ShowRecord>> config_records(std::string_view text) {
  if (is_json(text)) return json_config(text);
  ShowRecord settings;
  for (const std::string_view line : lines(text)) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    settings[std::string(trim(line.substr(0, equals)))] = trim(line.substr(equals + 1));
  }
  return std::vector{std::move(settings)};
}

std::string release_of(const InventoryTexts& texts) {
  const auto settings = settings_in(texts);
  const auto found = settings ? settings->find("SLURM_VERSION") : ShowRecord::const_iterator{};
  return settings && found != settings->end() ? found->second : "";
}

Result<Inventory> read_inventory(const InventoryTexts& texts) {
  Inventory all;
  const auto settings = settings_in(texts);
  if (!settings) return settings.failure();
  for (const auto& [key, value] : *settings) {
    if (const Status read = read_setting(key, value, all); !read) return read.failure();
  }
  all.untold = untold_by_sinfo(texts);
  const bool has_name = !all.cluster_name.empty() && !all.version.empty();
  const bool is_named = !texts.config.empty() || all.untold.empty();
  if (is_named && !has_name) return not_whole("scontrol show config");
  const auto of_release = [&](std::string_view text) {
    return sinfo_partitions(text, all.version);
  };
  const auto partitions = read_all(texts.partitions, "PartitionName", json_partitions, of_release,
                                   read_partition, all.partitions);
  if (!partitions) return partitions.failure();
  if (all.partitions.empty()) return not_whole("scontrol show partition");
  const auto nodes =
      read_all(texts.nodes, "NodeName", json_nodes, sinfo_nodes, read_node, all.nodes);
  if (!nodes) return nodes.failure();
  if (all.nodes.empty()) return not_whole("scontrol show node");
  all.knows_qos = texts.qos.has_value();
  const std::string qos_text = texts.qos.value_or("");
  auto rows =
      is_json(qos_text) ? json_qos(qos_text) : sacctmgr_rows(qos_text, kQosColumns, {3, 5, 9});
  if (!rows) return rows.failure();
  for (ShowRecord& row : *rows) {
    auto qos = read_qos(qos_record(std::move(row)));
    if (!qos) return qos.failure();
    all.qos.push_back(*std::move(qos));
  }
  return all;
}

}  // namespace gpujob
