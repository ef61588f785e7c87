// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

namespace gpujob {

namespace {

/// " 'x' GPUs" or " GPUs"
std::string gpus(const ResourceRequest& request) {
  return request.gpu_type.empty() ? "GPUs" : "'" + request.gpu_type + "' GPUs";
}

/// The partition has GPU nodes, but no shape matches type and features.
void report_no_node(const ResourceRequest& request, const LintContext& context,
                    Diagnostics& found) {
  bool any = false;
  bool type_known = request.gpu_type.empty();
  for (const NodeShape* shape : shapes_in_partitions(request, context.cluster)) {
    any = any || has_gpus(*shape);
  }
  for (const GpuType& gpu : context.cluster.gpus) {
    type_known = type_known || gpu.gres == request.gpu_type;
  }
  if (!any || !type_known) return;
  std::string where = request.lines.partition.line > 0
                          ? format("of partition {} ", alternatives(request.partitions))
                          : std::string();
  if (request.lines.constraint.line > 0) where += "with the features of --constraint ";
  found.push_back(error(context, request.lines.gpus,
                        format("no node {}has {}", where, gpus(request)),
                        "the job would never start", "ask for what one node has"));
}

bool is_mixed(const NodeShape& shape) {
  return !shape.more_gpus.empty();
}

/// Two types in one job, where no node that it can get has them. Slurm 22.05.8 refuses them even in
/// --gpus over several nodes.
bool report_two_types(const ResourceRequest& request, const LintContext& context,
                      Diagnostics& found) {
  std::vector<std::string> types;
  for (const GpuRequest& gpu : request.gpu_requests) {
    if (!gpu.type.empty() && !contains(types, gpu.type)) types.push_back(gpu.type);
  }
  if (types.size() < 2) return false;
  for (const std::string& type : types) {
    const bool known = std::any_of(context.cluster.gpus.begin(), context.cluster.gpus.end(),
                                   [&](const GpuType& gpu) { return gpu.gres == type; });
    if (!known) return false;
  }
  const auto& shapes = request.shapes;
  if (std::any_of(shapes.begin(), shapes.end(), [](const auto* one) { return is_mixed(*one); }))
    return false;
  const auto& nodes = context.cluster.nodes;
  if (std::any_of(nodes.begin(), nodes.end(), is_mixed)) {
    found.push_back(error(context, request.lines.gpus,
                          format("no node has so many GPUs of each type: {}", join(types, ", ")),
                          "the job would never start", "ask for what one node has"));
    return true;
  }
  found.push_back(error(context, request.lines.gpus,
                        format("no node has GPUs of two types: {}", join(types, " and ")),
                        "all nodes of a job have the same type", "request one type"));
  return true;
}

}  // namespace

void check_gpus_per_node(const ParsedScript&, const ResourceRequest& request,
                         const LintContext& context, Diagnostics& found) {
  if (!request.wants_gpus()) return;
  if (report_two_types(request, context, found)) return;
  const std::vector<const NodeShape*>& shapes = request.shapes;
  if (shapes.empty()) return report_no_node(request, context, found);
  const std::optional<int> most = most_gpus(shapes);
  if (!most || request.gpus_per_node <= *most) return;
  found.push_back(error(context, request.lines.gpus,
                        format("no node has {} {}", request.gpus_per_node, gpus(request)),
                        format("such nodes have {}", gpu_counts(shapes)),
                        format("ask for at most {} per node", *most)));
}

}  // namespace gpujob
