// SPDX-License-Identifier: MIT
#include "profile/check.h"

#include <algorithm>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/yaml_record.h"
#include "profile/cluster_check.h"
#include "profile/sourcing.h"

namespace gpujob {

namespace {

std::vector<std::string> cluster_names(const SiteProfile& profile) {
  std::vector<std::string> names;
  for (const Cluster& cluster : profile.clusters) names.push_back(cluster.name);
  return names;
}

void check_default_cluster(const YamlFile& file, const SiteProfile& profile, Diagnostics& found) {
  if (profile.find_cluster(profile.default_cluster) != nullptr) return;
  const std::vector<std::string> names = cluster_names(profile);
  const YamlRecord root(file, &file.root());
  found.push_back(file.error(root.place("default_cluster"),
                             format("no cluster '{}'", profile.default_cluster),
                             what_there_is(names), did_you_mean(profile.default_cluster, names)));
}

/// A block has its own source and day, or its cluster's.
void check_source(const ClusterCheck& check, const YamlRecord& block, const std::string& what) {
  for (const char* key : {"source", "checked"}) {
    if (block.has(key) || check.record.has(key)) continue;
    check.report(block.place(), format("{} has no '{}'", what, key),
                 "every block or its cluster needs one",
                 format("add '{}:' here or to cluster '{}'", key, check.cluster.name));
  }
}

void check_successor(const ClusterCheck& check) {
  const std::string& successor = check.cluster.status.successor;
  const std::size_t slash = successor.find('/');
  if (successor.substr(0, slash) != check.profile.center) return;
  const std::string name =
      slash == std::string::npos ? check.profile.default_cluster : successor.substr(slash + 1);
  const YamlPlace place = check.record.record("status").place("successor");
  if (name == check.cluster.name) {
    check.report(place, format("cluster '{}' is its own successor", name));
  } else if (check.profile.find_cluster(name) == nullptr) {
    const std::vector<std::string> names = cluster_names(check.profile);
    check.report(place, format("no cluster '{}'", name), what_there_is(names),
                 did_you_mean(name, names));
  }
}

}  // namespace

std::string what_there_is(const std::vector<std::string>& names) {
  return names.empty() ? "it has none" : format("it has {}", join(names, ", "));
}

void check_partition_name(const ClusterCheck& check, YamlPlace place, const std::string& name,
                          std::string problem) {
  if (check.cluster.find_partition(name) != nullptr) return;
  std::vector<std::string> names;
  for (const Partition& partition : check.cluster.partitions) names.push_back(partition.name);
  check.report(place, std::move(problem), what_there_is(names), did_you_mean(name, names));
}

void check_repeats(const ClusterCheck& check, const YamlRecord& block, std::string_view key) {
  const YamlNode* list = block.find(key);
  if (list == nullptr) return;
  for (auto item = list->items.begin(); item != list->items.end(); ++item) {
    const bool repeated = std::any_of(list->items.begin(), item, [&](const YamlNode& other) {
      return other.scalar == item->scalar;
    });
    if (repeated) {
      check.report(item->place, format("'{}' stands twice in '{}'", item->scalar, key));
    }
  }
}

/// Blocks that would say nothing, and a command that is the usual one.
void check_services(const ClusterCheck& check) {
  const YamlRecord storage = check.record.record("storage");
  const YamlRecord billing = check.record.record("billing");
  if (check.record.has("storage") && !storage.has("scratch") && !storage.has("project")) {
    check.report(storage.place(), "'storage' names no directory",
                 "it has neither 'scratch' nor "
                 "'project'",
                 "add one or leave the block out");
  }
  if (storage.has("purged_after_days") && !storage.has("scratch")) {
    check.report(storage.place("purged_after_days"), "there is nothing to delete",
                 "'purged_after_days' is about 'scratch'", "add 'scratch'");
  }
  if (check.record.has("billing") && !billing.has("gpu") && !billing.has("cpu") &&
      !billing.has("node")) {
    check.report(billing.place(), "'billing' has no rate", "it has neither 'gpu', 'cpu' nor 'node'",
                 "add one or leave the block out");
  }
  const std::string& command = check.cluster.submit_command;
  if (command == "sbatch" || command.ends_with("/")) {
    check.report(check.record.place("submit_command"), format("'submit_command' is '{}'", command),
                 command == "sbatch" ? "sbatch is what takes jobs anyway" : "it is a directory",
                 "leave it out");
  }
}

void check_status(const ClusterCheck& check) {
  const YamlRecord status = check.record.record("status");
  const std::string state = status.text("state");
  if (state == "active") {
    for (const char* key : {"date", "mark", "successor"}) {
      if (!status.has(key)) continue;
      check.report(status.place(key), format("an active cluster has no '{}'", key),
                   "only one that is ending or retired has");
    }
    return;
  }
  if (!status.has("date")) {
    check.report(status.place("state"), format("'{}' has no date", state),
                 "users must be told when", "add 'date: YYYY-MM-DD'");
  }
  check_successor(check);
}

void check_sources(const ClusterCheck& check) {
  for (const FactBlock& block : fact_blocks(check.record))
    check_source(check, block.record, block.what);
}

Diagnostics check_profile(const YamlFile& file, const SiteProfile& profile) {
  Diagnostics found;
  check_default_cluster(file, profile, found);
  const YamlRecord root(file, &file.root());
  for (const auto& [name, record] : root.named_records("clusters")) {
    const Cluster* cluster = profile.find_cluster(name);
    if (cluster == nullptr) continue;
    const ClusterCheck check{file, profile, *cluster, record, found};
    check_status(check);
    check_match(check);
    check_directives(check);
    check_partitions(check);
    check_qos(check);
    check_nodes(check);
    check_shells(check);
    check_gpu_types(check);
    check_stacks(check);
    check_limits(check);
    check_services(check);
    check_sources(check);
  }
  return found;
}

Diagnostics check_options(const YamlFile& file, const SiteProfile& profile,
                          const std::vector<std::string>& known) {
  Diagnostics found;
  const Cluster* cluster = nullptr;
  const auto is_known = [&](const std::string& option) { return contains(known, option); };
  const auto check = [&](YamlPlace place, const std::string& option) {
    const DirectiveRule* rule = cluster->find_rule(option);
    if (is_known(option) || (rule != nullptr && rule->plugin)) return;
    found.push_back(file.error(place, format("sbatch has no option '--{}'", option), "",
                               did_you_mean(option, known)));
  };
  const YamlRecord root(file, &file.root());
  for (const auto& [name, record] : root.named_records("clusters")) {
    cluster = profile.find_cluster(name);
    if (cluster == nullptr) continue;
    for (const auto& [option, rule] : record.named_records("directives")) {
      check(rule.place(), option);
    }
    for (const auto& [option, plugin] : record.named_records("plugins")) {
      if (!is_known(option)) continue;
      found.push_back(file.error(plugin.place(), format("'--{}' is Slurm's own option", option),
                                 "no plug-in adds it", "move what is said of it to 'directives'"));
    }
    const auto check_request = [&](const YamlRecord& block, const char* field) {
      const YamlNode* request = block.find(field);
      if (request == nullptr) return;
      for (const YamlNode& option : request->items) check(option.place, option_name(option.scalar));
    };
    for (const auto& [key, type] : record.named_records("gpus")) {
      check_request(type, "request");
      check_request(type, "request_over_nodes");
    }
    for (const auto& [partition, block] : record.named_records("partitions"))
      check_request(block, "request");
  }
  return found;
}

Status check_file_name(const SiteProfile& profile) {
  const std::string wanted = profile.center + ".yaml";
  if (profile.file.substr(profile.file.rfind('/') + 1) == wanted) return {};
  return Failure(ExitCode::Invalid, profile.file, format("the center is '{}'", profile.center),
                 "a profile is called by its center's name",
                 format("rename the file to '{}'", wanted));
}

Diagnostics check_models(const YamlFile& file, const SiteProfile& profile,
                         const GpuCatalogue& catalogue) {
  Diagnostics found;
  std::vector<std::string> ids;
  for (const GpuModel& model : catalogue.models()) ids.push_back(model.id);
  const YamlRecord root(file, &file.root());
  for (const auto& [name, record] : root.named_records("clusters")) {
    if (profile.find_cluster(name) == nullptr) continue;
    for (const auto& [key, type] : record.named_records("gpus")) {
      const std::string model = type.text("model");
      if (catalogue.find(model) != nullptr) continue;
      std::string fix = did_you_mean(model, ids);
      if (fix.empty()) fix = "add it to the catalogue";
      found.push_back(file.error(type.place("model"), format("no GPU model '{}'", model),
                                 "the catalogue of models has no such id", fix));
    }
  }
  return found;
}

}  // namespace gpujob
