// SPDX-License-Identifier: MIT
#include "base/format.h"
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
  std::string where = request.lines.partition > 0
                          ? format("of partition {} ", alternatives(request.partitions))
                          : std::string();
  if (request.lines.constraint > 0) where += "with the features of --constraint ";
  found.push_back(error(context, request.lines.gpus,
                        format("no node {}has {}", where, gpus(request)),
                        "the job would never start", "ask for what one node has"));
}

}  // namespace

void check_gpus_per_node(const ParsedScript&, const ResourceRequest& request,
                         const LintContext& context, Diagnostics& found) {
  if (!request.wants_gpus()) return;
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
