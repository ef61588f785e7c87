// SPDX-License-Identifier: MIT
#include "plan/partition_choice.h"

#include <algorithm>

#include "base/format.h"
#include "plan/fitting_shapes.h"

// In this order: what the user says (even if forbidden: lint then reports it); none where the
// center forbids one; what the GPU type's own request names; the center's stated default; none
// where the default partition is known, has such nodes and need not be named; the cheapest that
// has them.

namespace gpujob {

namespace {

using Names = std::vector<std::string>;

bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool usable(const Partition& partition, bool for_gpu) {
  return partition.batch_jobs && partition.gpu != (for_gpu ? Use::Forbidden : Use::Required);
}

/// CPUs that a small job is charged for without using them: all of a node in a partition that gives
/// or charges whole nodes, else none.
int wasted_cpus(const Cluster& cluster, const std::string& name, const std::string& gpu_key) {
  const Partition& partition = *cluster.find_partition(name);
  if (partition.exclusive != Exclusive::Always && !partition.charges_whole_node) return 0;
  std::optional<int> least;
  for (const NodeShape& shape : cluster.nodes)
    if (holds(shape.partitions, name) && shape.gpu == gpu_key && shape.cpus)
      least = std::min(least.value_or(*shape.cpus), *shape.cpus);
  return least.value_or(1);
}

/// Partitions with the nodes that the job needs: usable ones first, the cheapest first among them,
/// else in the profile's order.
Names candidates(const Cluster& cluster, const std::optional<GpuChoice>& gpu) {
  Names in_shapes;
  for (const NodeShape& shape : cluster.nodes) {
    if (!gpu || shape.gpu == gpu->type.key)
      in_shapes.insert(in_shapes.end(), shape.partitions.begin(), shape.partitions.end());
  }
  Names good;
  Names poor;
  for (const Partition& partition : cluster.partitions) {
    if (gpu && !holds(in_shapes, partition.name)) continue;
    (usable(partition, gpu.has_value()) ? good : poor).push_back(partition.name);
  }
  const std::string gpu_key = gpu ? gpu->type.key : "";
  std::stable_sort(good.begin(), good.end(), [&](const std::string& a, const std::string& b) {
    return wasted_cpus(cluster, a, gpu_key) < wasted_cpus(cluster, b, gpu_key);
  });
  good.insert(good.end(), poor.begin(), poor.end());
  return good;
}

/// A line `--partition=NAME` of the GPU type's request.
std::optional<SourcedValue> named_by_request(const std::optional<GpuChoice>& gpu) {
  constexpr std::string_view option = "--partition=";
  if (!gpu) return std::nullopt;
  for (const PlacedText& line : gpu->type.request) {
    if (line.value.starts_with(option))
      return SourcedValue{line.value.substr(option.size()), From::Profile, line.origin.text()};
  }
  return std::nullopt;
}

std::optional<SourcedValue> named_by_rule(Draft& draft, const std::optional<GpuChoice>& gpu) {
  const Cluster& cluster = draft.cluster();
  const DirectiveRule* rule = cluster.find_rule("partition");
  const Names all = candidates(cluster, gpu);
  if (rule != nullptr && rule->default_value && (!gpu || holds(all, *rule->default_value)))
    return SourcedValue{*rule->default_value, From::Profile, rule->origin.text()};
  const Partition* standard = cluster.default_partition();
  const bool required = rule != nullptr && rule->use == Use::Required;
  const bool standard_fits = standard != nullptr && (!gpu || holds(all, standard->name));
  if (standard_fits && required)
    return SourcedValue{standard->name, From::Profile, standard->origin.text()};
  const bool needed = required || (!all.empty() && !standard_fits);
  if (!needed) return std::nullopt;
  if (all.empty()) {
    draft.report({"gp219", Severity::Error, draft.at_site(), "a partition must be named",
                  "the profile knows no partition with such nodes", "add --partition NAME", ""});
    return std::nullopt;
  }
  return SourcedValue{all.front(), From::Rule,
                      gpu ? format("the cheapest partition with '{}' nodes", gpu->type.key)
                          : "the cheapest partition for such jobs"};
}

void check_batch(Draft& draft, const GpuChoice& gpu) {
  const Cluster& cluster = draft.cluster();
  if (for_batch(cluster, gpu.type)) return;
  const std::string name = candidates(cluster, gpu).front();
  std::string fix = "use another site";
  for (const std::string& key : gpu_keys(draft.input, gpu.model.vendor)) {
    if (!for_batch(cluster, *cluster.find_gpu(key))) continue;
    fix = format("use --gpu {}", key);
    break;
  }
  draft.report({"gp221", Severity::Error, draft.at_site(),
                format("partition '{}' takes no batch jobs", name),
                cluster.find_partition(name)->note, fix, ""});
}

}  // namespace

bool for_batch(const Cluster& cluster, const GpuType& type) {
  bool known = false;
  for (const NodeShape& shape : cluster.nodes) {
    if (shape.gpu != type.key) continue;
    for (const std::string& name : shape.partitions) {
      const Partition* partition = cluster.find_partition(name);
      if (partition == nullptr || partition->batch_jobs) return true;
      known = true;
    }
  }
  return !known;
}

std::optional<SourcedValue> choose_partition(Draft& draft, const std::optional<GpuChoice>& gpu) {
  if (!draft.has_scheduler()) return std::nullopt;
  if (gpu) check_batch(draft, *gpu);
  const Cluster& cluster = draft.cluster();
  const DirectiveRule* rule = cluster.find_rule("partition");
  std::optional<SourcedValue> chosen = draft.request.partition;
  const bool forbidden = rule != nullptr && rule->use == Use::Forbidden;
  if (!chosen && !forbidden) chosen = named_by_request(gpu);
  // Which nodes a request in the script's own spelling means is not known here.
  const bool unknown = !gpu && draft.request.has_own_gpu_request;
  if (!chosen && !forbidden && !unknown) chosen = named_by_rule(draft, gpu);
  if (chosen) draft.plan.partition = chosen->value;
  return chosen;
}

}  // namespace gpujob
