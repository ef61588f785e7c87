// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/site/site_text.h"
#include "profile/job_limits.h"

namespace gpujob {

namespace {

constexpr std::array kUseWords = {"required", "optional", "forbidden"};
constexpr std::array kExclusiveWords = {"never", "always", "several_nodes"};
constexpr std::array kStateWords = {"active", "ending", "retired"};
constexpr std::array kMarkWords = {"D", "D3", "U"};
constexpr std::array kPurgeWords = {"none", "plain", "force"};

template <class T>
void put(Json& object, const char* key, const std::optional<T>& value) {
  if (value) object[key] = *value;
}

void put(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

Json texts(const std::vector<PlacedText>& values) {
  Json list = Json::array();
  for (const PlacedText& value : values) list.push_back(value.value);
  return list;
}

Json partition_json(const Partition& partition) {
  Json object;
  object["name"] = partition.name;
  object["default"] = partition.is_default;
  if (partition.max_time) object["max_time"] = format_walltime(*partition.max_time);
  if (partition.default_time) object["default_time"] = format_walltime(*partition.default_time);
  put(object, "max_nodes", partition.max_nodes);
  put(object, "nodes", partition.nodes);
  put(object, "max_nodes_per_minute", partition.max_nodes_per_minute);
  put(object, "default_memory_per_cpu_mib", partition.default_memory_per_cpu_mib);
  put(object, "account_pattern", partition.account_pattern);
  if (!partition.avoided_shells.empty()) object["avoided_shells"] = partition.avoided_shells;
  object["exclusive"] = kExclusiveWords[static_cast<std::size_t>(partition.exclusive)];
  object["charges_whole_node"] = partition.charges_whole_node;
  object["batch_jobs"] = partition.batch_jobs;
  put(object, "rank", partition.rank);
  object["gpu"] = kUseWords[static_cast<std::size_t>(partition.gpu)];
  if (partition.request) object["request"] = texts(*partition.request);
  put(object, "note", partition.note);
  return object;
}

Json qos_json(const Qos& qos) {
  Json object;
  object["name"] = qos.name;
  if (qos.exclusive != Exclusive::Never)
    object["exclusive"] = kExclusiveWords[static_cast<std::size_t>(qos.exclusive)];
  if (!qos.partitions.empty()) object["partitions"] = qos.partitions;
  if (qos.charge) object["charge"] = *qos.charge == Charge::Share ? "share" : "whole_node";
  if (qos.max_time) object["max_time"] = format_walltime(*qos.max_time);
  put(object, "max_nodes", qos.max_nodes);
  put(object, "note", qos.note);
  return object;
}

void put_share(Json& object, const GpuShare& of_gpu) {
  if (!of_gpu.cpus && !of_gpu.memory_mib) return;
  Json& share = object["share_per_gpu"];
  put(share, "cpus", of_gpu.cpus);
  put(share, "memory_mib", of_gpu.memory_mib);
}

Json node_json(const NodeShape& shape) {
  Json object;
  object["id"] = shape.id;
  object["partitions"] = shape.partitions;
  put(object, "count", shape.count);
  put(object, "count_at_most", shape.count_at_most);
  put(object, "cpus", shape.cpus);
  put(object, "usable_cpus", shape.usable_cpus);
  put(object, "threads_per_core", shape.threads_per_core);
  put(object, "memory_mib", shape.memory_mib);
  put(object, "memory_per_cpu_mib", shape.memory_per_cpu_mib);
  put(object, "gpu", shape.gpu);
  if (shape.gpus > 0) object["gpus"] = shape.gpus;
  put_share(object, shape.share_per_gpu);
  for (const NodeGpus& more : shape.more_gpus) {
    Json& entry = object["more_gpus"].emplace_back(Json{{"gpu", more.gpu}, {"gpus", more.gpus}});
    put_share(entry, more.share);
  }
  object["features"] = shape.features;
  put(object, "arch", shape.arch);
  put(object, "note", shape.note);
  return object;
}

/// A limit that depends on the size of a job, in words.
Json limit_json(const LimitRule& rule) {
  Json object;
  put(object, "partition", rule.partition);
  put(object, "qos", rule.qos);
  const bool refused = rule.measure == JobMeasure::Any;
  object["text"] = refused ? format("{}: {}", rule.problem, rule.why) : rule.why;
  return object;
}

Json rule_json(const DirectiveRule& rule) {
  Json object;
  constexpr std::array kPluginWords = {"required", "optional", "none"};
  if (rule.plugin) object["plugin_value"] = kPluginWords[static_cast<std::size_t>(*rule.plugin)];
  object["use"] = kUseWords[static_cast<std::size_t>(rule.use)];
  put(object, "default", rule.default_value);
  put(object, "pattern", rule.pattern);
  put(object, "max", rule.max);
  if (!rule.excludes.empty()) object["excludes"] = rule.excludes;
  put(object, "note", rule.note);
  return object;
}

Json source_json(const Source& source) {
  Json object;
  object["pages"] = source.pages;
  object["checked"] = source.checked;
  put(object, "note", source.note);
  return object;
}

Json model_json(const GpuModel& model) {
  Json object;
  object["id"] = model.id;
  object["name"] = model.name;
  object["vendor"] = to_string(model.vendor);
  object["architecture"] = model.architecture;
  put(object, "memory_bytes", model.memory_bytes);
  put(object, "float32_per_second", model.float32_per_second);
  put(object, "float64_per_second", model.float64_per_second);
  put(object, "bandwidth_bytes_per_second", model.bandwidth);
  return object;
}

}  // namespace

Json stack_json(const Stack& stack) {
  Json object;
  object["purpose"] = stack.name;
  object["purge"] = kPurgeWords[static_cast<std::size_t>(stack.purge)];
  object["modules"] = texts(stack.modules);
  if (!stack.module_use.empty()) object["module_use"] = texts(stack.module_use);
  if (!stack.spack.empty()) object["spack"] = texts(stack.spack);
  if (stack.conda) object["conda"] = stack.conda->value;
  if (stack.container) object["container"] = stack.container->value;
  for (const auto& [name, value] : stack.environment) object["variables"][name] = value;
  if (stack.venv) object["venv"] = stack.venv->value;
  if (stack.recipe) {
    object["recipe"] = {{"packages", stack.recipe->packages},
                        {"upgrade", stack.recipe->upgrade},
                        {"system_packages", stack.recipe->system_packages}};
  }
  if (stack.launcher) object["launcher"] = stack.launcher->value;
  put(object, "toolkit", stack.toolkit);
  put(object, "compiler", stack.compiler);
  if (stack.build) object["build"] = *stack.build == BuildPlace::Login ? "login" : "job";
  if (!stack.gpus.empty()) object["gpus"] = stack.gpus;
  return object;
}

Json status_json(const ClusterStatus& status) {
  Json object;
  object["state"] = kStateWords[static_cast<std::size_t>(status.state)];
  put(object, "date", status.date);
  object["mark"] = kMarkWords[static_cast<std::size_t>(status.mark)];
  put(object, "successor", status.successor);
  return object;
}

Json gpu_json(const Cluster& cluster, const GpuType& type, const GpuModel* model) {
  Json object;
  object["key"] = type.key;
  object["model"] = type.model;
  if (model != nullptr) object["facts"] = model_json(*model);
  put(object, "gres", type.no_gres ? "none" : type.gres);
  put(object, "feature", type.feature);
  object["request_documented"] = type.request_documented;
  put(object, "total", type.total);
  if (type.request_documented) object["request"] = texts(type.request);
  if (!type.request_over_nodes.empty()) {
    object["request_over_nodes"] = texts(type.request_over_nodes);
  }
  put(object, "note", type.note);
  object["source"] = source_json(cluster.sources[type.source]);
  object["nodes"] = Json::array();
  for (const NodeShape* shape : cluster.shapes_with(type.key)) {
    object["nodes"].push_back(node_json(*shape));
  }
  return object;
}

/// Interactive jobs, what submits, storage and billing: each only where the profile has it.
void put_offers(Json& object, const Cluster& cluster) {
  if (cluster.interactive) {
    object["interactive"] = cluster.interactive->command;
    if (!cluster.interactive->then.empty()) object["interactive_then"] = cluster.interactive->then;
    const LandsOn lands_on = cluster.interactive->lands_on;
    if (lands_on != LandsOn::Unknown)
      object["interactive_lands_on"] = lands_on == LandsOn::Login ? "login" : "node";
  }
  put(object, "submit_command", cluster.submit_command);
  if (cluster.storage) {
    Json& storage = object["storage"] = Json::object();
    put(storage, "scratch", cluster.storage->scratch);
    put(storage, "project", cluster.storage->project);
    put(storage, "purged_after_days", cluster.storage->purged_after_days);
    put(storage, "note", cluster.storage->note);
  }
  if (cluster.billing) {
    Json& billing = object["billing"] = Json::object();
    for (const auto& [key, rate] :
         {std::pair{"gpu", &cluster.billing->gpu}, std::pair{"cpu", &cluster.billing->cpu},
          std::pair{"node", &cluster.billing->node}}) {
      if (*rate) billing[key] = {{"unit", (*rate)->unit}, {"rate", (*rate)->rate}};
    }
    put(billing, "note", cluster.billing->note);
  }
}

Json cluster_json(const SiteProfile& profile, const Cluster& cluster) {
  Json object;
  object["site"] = site_name(profile, cluster);
  object["center"] = profile.center;
  object["cluster"] = cluster.name;
  put(object, "title", cluster.title);
  object["file"] = profile.file;
  object["overlays"] = profile.overlays;
  object["scheduler"] = cluster.scheduler == Scheduler::Slurm ? "slurm" : "none";
  object["mark"] = kMarkWords[static_cast<std::size_t>(cluster.mark)];
  object["status"] = status_json(cluster.status);
  if (is_only_known(cluster)) object["missing"] = missing_facts(cluster);
  object["gpus"] = Json::array();
  for (const GpuType& type : cluster.gpus) {
    Json entry = gpu_json(cluster, type, nullptr);
    entry.erase("nodes");
    object["gpus"].push_back(std::move(entry));
  }
  object["partitions"] = Json::array();
  for (const Partition& partition : cluster.partitions) {
    Json entry = partition_json(partition);
    entry["source"] = source_json(cluster.sources[partition.source]);
    object["partitions"].push_back(std::move(entry));
  }
  object["qos"] = Json::array();
  for (const Qos& qos : cluster.qos) object["qos"].push_back(qos_json(qos));
  object["nodes"] = Json::array();
  for (const NodeShape& shape : cluster.nodes) object["nodes"].push_back(node_json(shape));
  object["unplaced_features"] = cluster.unplaced_features;
  object["directives"] = Json::object();
  for (const auto& [name, rule] : cluster.directives) object["directives"][name] = rule_json(rule);
  object["stacks"] = Json::array();
  for (const Stack& stack : cluster.stacks) object["stacks"].push_back(stack_json(stack));
  object["limits"] = Json::array();
  for (const LimitRule& rule : limit_rules(cluster)) {
    if (rule.measure == JobMeasure::Place) continue;  // stands at the QOS
    object["limits"].push_back(limit_json(rule));
  }
  if (!cluster.login.empty()) object["login"] = cluster.login;
  if (!cluster.docs.empty()) object["docs"] = cluster.docs;
  put(object, "slurm_version", cluster.slurm_version);
  put_offers(object, cluster);
  if (cluster.max_array_size) object["max_array_size"] = *cluster.max_array_size;
  object["shell"] = cluster.shell;
  if (!cluster.shells.empty()) object["shells"] = cluster.shells;
  object["sources"] = Json::array();
  for (const Source& source : cluster.sources) object["sources"].push_back(source_json(source));
  return object;
}

}  // namespace gpujob
