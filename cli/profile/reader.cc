// SPDX-License-Identifier: MIT
#include "profile/reader.h"

#include <utility>

#include "base/yaml_record.h"
#include "profile/block_readers.h"
#include "profile/check.h"
#include "profile/overlay.h"
#include "profile/sourcing.h"

// From a file that fits the field table to the structs of site.h: nothing is decided here.

namespace gpujob {

namespace {

Use use_of(const std::string& text) {
  return choice<Use>(
      text,
      {{"optional", Use::Optional}, {"required", Use::Required}, {"forbidden", Use::Forbidden}});
}

Mark mark_of(const std::string& text) {
  return choice<Mark>(text, {{"D", Mark::D}, {"D3", Mark::D3}, {"U", Mark::U}});
}

ClusterStatus read_status(const YamlRecord& record) {
  using State = ClusterStatus::State;
  ClusterStatus status;
  status.state = choice<State>(
      record.text("state"),
      {{"active", State::Active}, {"ending", State::Ending}, {"retired", State::Retired}});
  status.date = record.text("date");
  status.mark = mark_of(record.text("mark"));
  status.successor = record.text("successor");
  status.origin = record.origin();
  return status;
}

std::optional<Seconds> walltime(const YamlRecord& record, std::string_view key) {
  return record.has(key) ? parse_walltime(record.text(key)) : std::nullopt;
}

DirectiveRule read_directive(const std::string& option, const YamlRecord& record) {
  DirectiveRule rule;
  rule.option = option;
  rule.use = use_of(record.text("use"));
  rule.default_value = record.optional_text("default");
  rule.pattern = record.text("pattern");
  rule.max = record.optional_text("max");
  rule.excludes = record.texts("excludes");
  rule.note = record.text("note");
  rule.origin = record.origin();
  return rule;
}

/// The sources of a block, if it names any, behind those met so far; each page list once. Returns
/// its index: 0, the cluster's own, for a block without any.
std::size_t collect_source(std::vector<Source>& sources, const YamlRecord& block) {
  if (!block.has("source") && !block.has("checked")) return 0;
  Source source{block.texts("source"), block.text("checked"), block.text("note")};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].pages == source.pages && sources[i].checked == source.checked) return i;
  }
  sources.push_back(std::move(source));
  return sources.size() - 1;
}

std::optional<CountRange> count_range(const YamlRecord& record, std::string_view key) {
  return record.has(key) ? parse_count_range(record.text(key)) : std::nullopt;
}

std::vector<JobLimit> read_limits(const YamlRecord& block, std::vector<Source>& sources) {
  std::vector<JobLimit> limits;
  for (const YamlRecord& record : block.records("limits")) {
    const YamlRecord when = record.record("when");
    JobLimit limit;
    limit.when_nodes = count_range(when, "nodes");
    limit.when_gpus = count_range(when, "gpus");
    limit.when_qos = when.text("qos");
    limit.time = walltime(record, "time");
    limit.nodes = record.small_integer("nodes");
    limit.gpus = record.small_integer("gpus");
    limit.cpus = record.small_integer("cpus");
    limit.jobs = record.small_integer("jobs");
    limit.submitted = record.small_integer("submitted");
    limit.refuse = record.text("refuse");
    limit.note = record.text("note");
    limit.origin = record.origin();
    limit.source = collect_source(sources, record.has("source") ? record : block);
    limits.push_back(std::move(limit));
  }
  return limits;
}

Exclusive read_exclusive(const YamlRecord& record) {
  return choice<Exclusive>(record.text("exclusive"), {{"never", Exclusive::Never},
                                                      {"always", Exclusive::Always},
                                                      {"several_nodes", Exclusive::SeveralNodes}});
}

Partition read_partition(const std::string& name, const YamlRecord& record) {
  Partition partition;
  partition.name = name;
  partition.is_default = record.is_true("default");
  partition.max_time = walltime(record, "max_time");
  partition.default_time = walltime(record, "default_time");
  partition.max_nodes = record.small_integer("max_nodes");
  partition.nodes = record.small_integer("nodes");
  partition.max_nodes_per_minute = record.real("max_nodes_per_minute");
  partition.default_memory_per_cpu_mib = record.integer("default_memory_per_cpu_mib");
  partition.account_pattern = record.text("account_pattern");
  partition.avoided_shells = record.texts("avoided_shells");
  partition.exclusive = read_exclusive(record);
  partition.charges_whole_node = record.text("charge") == "whole_node";
  partition.batch_jobs = record.text("batch_jobs") != "no";
  partition.rank = record.small_integer("rank");
  partition.gpu = use_of(record.text("gpu"));
  if (record.has("request")) partition.request = record.placed_texts("request");
  partition.note = record.text("note");
  partition.origin = record.origin();
  return partition;
}

Qos read_qos(const std::string& name, const YamlRecord& record) {
  Qos qos;
  qos.name = name;
  qos.exclusive = read_exclusive(record);
  qos.partitions = record.texts("partitions");
  if (record.has("charge"))
    qos.charge = record.text("charge") == "share" ? Charge::Share : Charge::WholeNode;
  qos.max_time = walltime(record, "max_time");
  qos.max_nodes = record.small_integer("max_nodes");
  qos.note = record.text("note");
  qos.origin = record.origin();
  return qos;
}

GpuShare read_share(const YamlRecord& record) {
  const YamlRecord share = record.record("share_per_gpu");
  return {share.small_integer("cpus"), share.integer("memory_mib")};
}

/// The shape once for each of its GPU types.
void add_views(std::vector<NodeShape>& views, const NodeShape& shape) {
  if (shape.more_gpus.empty()) return;
  NodeShape view = shape;
  view.more_gpus.clear();
  views.push_back(view);
  for (const NodeGpus& more : shape.more_gpus) {
    view.gpu = more.gpu;
    view.gpus = more.gpus;
    view.share_per_gpu = more.share;
    views.push_back(view);
  }
}

NodeShape read_node_shape(const YamlRecord& record) {
  NodeShape shape;
  shape.id = record.text("id");
  shape.partitions = record.texts("partitions");
  shape.count = record.small_integer("count");
  shape.count_at_most = record.small_integer("count_at_most");
  shape.cpus = record.small_integer("cpus");
  shape.usable_cpus = record.small_integer("usable_cpus");
  shape.threads_per_core = record.small_integer("threads_per_core");
  shape.max_cpus_per_gpu = record.small_integer("max_cpus_per_gpu");
  shape.memory_mib = record.integer("memory_mib");
  shape.memory_per_cpu_mib = record.integer("memory_per_cpu_mib");
  shape.gpu = record.text("gpu");
  shape.gpus = record.small_integer("gpus").value_or(0);
  shape.share_per_gpu = read_share(record);
  for (const YamlRecord& more : record.records("more_gpus")) {
    shape.more_gpus.push_back(
        {more.text("gpu"), more.small_integer("gpus").value_or(0), read_share(more)});
  }
  shape.no_features = record.text("features") == kNone;
  if (!shape.no_features) shape.features = record.texts("features");
  shape.arch = record.text("arch");
  shape.note = record.text("note");
  shape.origin = record.origin();
  return shape;
}

GpuType read_gpu_type(const std::string& key, const YamlRecord& record) {
  GpuType type;
  type.key = key;
  type.model = record.text("model");
  type.no_gres = record.text("gres") == kNone;
  if (!type.no_gres) type.gres = record.text("gres");
  type.feature = record.text("feature");
  type.total = record.small_integer("total");
  type.request = record.placed_texts("request");
  type.request_over_nodes = record.placed_texts("request_over_nodes");
  type.request_documented = record.has("request");
  type.note = record.text("note");
  type.origin = record.origin();
  return type;
}

void read_named_blocks(Cluster& cluster, const YamlRecord& record) {
  auto sourced = [&](auto block, const YamlRecord& one) {
    block.source = collect_source(cluster.sources, one);
    return block;
  };
  for (const auto& [option, one] : record.named_records("directives")) {
    cluster.directives.emplace(option, sourced(read_directive(option, one), one));
  }
  for (const auto& [option, one] : record.named_records("plugins")) {
    DirectiveRule& rule =
        cluster.directives.try_emplace(option, sourced(read_directive(option, one), one))
            .first->second;
    rule.plugin = choice<PluginValue>(one.text("value"), {{"required", PluginValue::Required},
                                                          {"optional", PluginValue::Optional},
                                                          {"none", PluginValue::None}});
    if (rule.pattern.empty()) rule.pattern = one.text("pattern");
  }
  for (const auto& [name, one] : record.named_records("partitions")) {
    cluster.partitions.push_back(sourced(read_partition(name, one), one));
    cluster.partitions.back().limits = read_limits(one, cluster.sources);
  }
  for (const auto& [name, one] : record.named_records("qos")) {
    cluster.qos.push_back(sourced(read_qos(name, one), one));
    cluster.qos.back().limits = read_limits(one, cluster.sources);
    cluster.qos.back().elsewhere.source = cluster.qos.back().source;
  }
  for (const YamlRecord& one : record.records("nodes")) {
    cluster.nodes.push_back(sourced(read_node_shape(one), one));
    add_views(cluster.by_type, cluster.nodes.back());
  }
  for (const auto& [key, one] : record.named_records("gpus")) {
    cluster.gpus.push_back(sourced(read_gpu_type(key, one), one));
  }
  for (const auto& [name, one] : record.named_records("stacks")) {
    cluster.stacks.push_back(sourced(read_stack(name, one), one));
  }
}

void read_single_blocks(Cluster& cluster, const YamlRecord& record) {
  if (record.has("interactive")) {
    const YamlRecord interactive = record.record("interactive");
    collect_source(cluster.sources, interactive);
    cluster.interactive =
        Interactive{interactive.texts("command"),
                    choice<LandsOn>(interactive.text("lands_on"),
                                    {{"login", LandsOn::Login}, {"node", LandsOn::Node}}),
                    interactive.texts("then"), interactive.origin()};
  }
  if (record.has("array")) {
    const YamlRecord array = record.record("array");
    collect_source(cluster.sources, array);
    cluster.max_array_size = array.small_integer("max_size");
  }
  if (record.has("storage")) {
    const YamlRecord one = record.record("storage");
    cluster.storage = read_storage(one);
    cluster.storage->source = collect_source(cluster.sources, one);
  }
  if (record.has("billing")) {
    const YamlRecord one = record.record("billing");
    cluster.billing = read_billing(one);
    cluster.billing->source = collect_source(cluster.sources, one);
  }
  if (record.has("sbatch_answers")) {
    const YamlRecord answers = record.record("sbatch_answers");
    collect_source(cluster.sources, answers);
    for (const char* means : {"refused", "later", "accepted"}) {
      for (std::string& line : answers.texts(means)) {
        cluster.sbatch_answers.emplace_back(std::move(line), means);
      }
    }
  }
}

/// Another site's facts are not this center's own word.
void doubt(Cluster& cluster) {
  if (cluster.mark == Mark::D) cluster.mark = Mark::D3;
  if (cluster.status.mark == Mark::D) cluster.status.mark = Mark::D3;
}

Cluster read_cluster(const std::string& name, const YamlRecord& record) {
  Cluster cluster;
  cluster.name = name;
  cluster.title = record.text("title");
  cluster.scheduler = record.text("scheduler") == "none" ? Scheduler::None : Scheduler::Slurm;
  cluster.mark = mark_of(record.text("mark"));
  cluster.origin = record.origin();
  collect_source(cluster.sources, record);
  const YamlRecord status = record.record("status");
  cluster.status = read_status(status);
  cluster.status.source = collect_source(cluster.sources, status);
  const YamlRecord match = record.record("match");
  collect_source(cluster.sources, match);
  // What the copied cluster is recognised by is not this one's.
  if (!is_copied(match)) cluster.match = {match.text("cluster_name"), match.texts("hosts")};
  read_named_blocks(cluster, record);
  read_single_blocks(cluster, record);
  cluster.unplaced_features = record.texts("unplaced_features");
  if (record.has("shell")) cluster.shell = record.text("shell");
  cluster.shells = record.texts("shells");
  if (record.has("polling_floor")) {
    cluster.polling_floor = parse_interval(record.text("polling_floor"));
  }
  cluster.submit_command = record.text("submit_command");
  cluster.needs_clusters_option = record.is_true("clusters_option");
  cluster.limits = read_limits(record, cluster.sources);
  cluster.login = record.texts("login");
  cluster.docs = record.texts("docs");
  cluster.slurm_version = record.text("slurm_version");
  if (!cluster.copied_from().empty()) doubt(cluster);
  return cluster;
}

const Field& fields_of(const YamlFile& file) {
  return file.root().find("overlays") != nullptr ? overlay_fields() : profile_fields();
}

}  // namespace

SiteProfile build_profile(const YamlFile& file) {
  const YamlRecord root(file, &file.root());
  SiteProfile profile;
  profile.center = root.text("center");
  profile.title = root.text("title");
  profile.default_cluster = root.text("default_cluster");
  profile.file = file.name();
  profile.overlays = file.adopted();
  for (std::size_t i = 0; i <= profile.overlays.size(); ++i) profile.text += file.text({0, 0, i});
  for (const auto& [name, record] : root.named_records("clusters")) {
    profile.clusters.push_back(read_cluster(name, record));
  }
  return profile;
}

Result<YamlFile> parse_profile(const std::string& name, std::string text, DocumentCache* cache) {
  return read_document("layer", {fields_of, nullptr}, name, std::move(text), cache);
}

Result<YamlFile> parse_checked_profile(const std::string& name, std::string text,
                                       DocumentCache* cache) {
  const auto check = [](const YamlFile& file) {
    return overlaid_center(file).empty() ? check_profile(file, build_profile(file)) : Diagnostics();
  };
  return read_document("profile", {fields_of, check}, name, std::move(text), cache);
}

Result<YamlFile> merge_layers(std::vector<YamlFile> layers) {
  YamlFile file = std::move(layers.back());
  layers.pop_back();
  if (layers.empty()) return file;
  for (; !layers.empty(); layers.pop_back()) {
    Diagnostics unknown = check_clusters(file, layers.back());
    if (!unknown.empty()) return Failure(ExitCode::Invalid, std::move(unknown));
    lay_over(file, std::move(layers.back()));
  }
  Diagnostics problems = check_fields(file, profile_fields());
  if (has_errors(problems)) return Failure(ExitCode::Invalid, std::move(problems));
  return file;
}

Result<SiteProfile> read_profile(const YamlFile& file) {
  SiteProfile profile = build_profile(file);
  Diagnostics problems = check_profile(file, profile);
  if (has_errors(problems)) return Failure(ExitCode::Invalid, std::move(problems));
  return profile;
}

Result<SiteProfile> read_profile(const std::string& name, std::string text) {
  const Result<YamlFile> file = parse_profile(name, std::move(text));
  if (!file) return file.failure();
  if (!overlaid_center(*file).empty()) {
    return Failure(ExitCode::Invalid, name, "an overlay is not a profile by itself",
                   "it holds only what differs", "put it before the profile on the search path");
  }
  return read_profile(*file);
}

}  // namespace gpujob
