// SPDX-License-Identifier: MIT
#include "lint/fact_source.h"

#include <array>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "lint/matching_nodes.h"
#include "profile/cluster_state.h"

// A profile names its pages per block, and each rule asks blocks of one kind: so the code decides.

namespace gpujob {

namespace {

constexpr std::array<std::string_view, 2> kAboutAccounts = {"gj101", "gj102"};
constexpr std::array<std::string_view, 5> kAboutPartitions = {"gj109", "gj110", "gj111", "gj116",
                                                              "gj125"};
constexpr std::array<std::string_view, 6> kAboutNodes = {"gj103", "gj105", "gj106",
                                                         "gj107", "gj117", "gj121"};
constexpr std::array<std::string_view, 2> kAboutTime = {"gj108", "gj115"};

using SourceIndex = std::optional<std::size_t>;

SourceIndex of_rule(const std::string& option, const Cluster& cluster) {
  const DirectiveRule* rule = cluster.find_rule(option);
  return rule == nullptr ? SourceIndex() : rule->source;
}

SourceIndex of_partition(const ResourceRequest& request, const Cluster& cluster) {
  const std::vector<const Partition*> known = known_partitions(request, cluster);
  if (!known.empty()) return known.front()->source;
  return cluster.partitions.empty() ? SourceIndex() : cluster.partitions.front().source;
}

SourceIndex of_nodes(const ResourceRequest& request, const Cluster& cluster) {
  if (!request.shapes.empty()) return request.shapes.front()->source;
  return cluster.nodes.empty() ? SourceIndex() : cluster.nodes.front().source;
}

SourceIndex of_gpus(const ResourceRequest& request, const Cluster& cluster) {
  for (const GpuType& type : cluster.gpus) {
    if (type.gres == request.gpu_type) return type.source;
  }
  return cluster.gpus.empty() ? SourceIndex() : cluster.gpus.front().source;
}

SourceIndex of_time(const ResourceRequest& request, const Cluster& cluster) {
  const Qos* qos = request.qos;
  if (qos != nullptr && qos->max_time) return qos->source;
  for (const Partition* one : known_partitions(request, cluster)) {
    if (one->max_time || one->default_time) return one->source;
  }
  return of_rule("time", cluster);
}

SourceIndex source_index(std::string_view code, const ResourceRequest& request,
                         const Cluster& cluster) {
  if (contains(kAboutAccounts, code)) return of_rule("account", cluster);
  if (contains(kAboutTime, code)) return of_time(request, cluster);
  if (contains(kAboutPartitions, code)) return of_partition(request, cluster);
  if (contains(kAboutNodes, code)) return of_nodes(request, cluster);
  if (code == "gj104" || code == "gj118") return of_gpus(request, cluster);
  if (code == "gj113") return of_nodes(request, cluster);
  if (code == "gj123") return cluster.status.source;
  return std::nullopt;
}

}  // namespace

std::string source_text(const LintContext& context, std::size_t index) {
  const std::vector<Source>& sources = context.cluster.sources;
  if (index >= sources.size() || sources[index].pages.empty()) return "";
  const Source& source = sources[index];
  return format("{}, read {}{}", source.pages.front(), source.checked,
                is_out_of_date(source, context.today) ? ", more than a year ago" : "");
}

std::string fact_source(std::string_view code, const ResourceRequest& request,
                        const LintContext& context) {
  const SourceIndex index = source_index(code, request, context.cluster);
  return index ? source_text(context, *index) : "";
}

}  // namespace gpujob
