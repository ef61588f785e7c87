// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "lint/finding.h"
#include "lint/fit.h"
#include "lint/rules/rules.h"

namespace gpujob {

namespace {

/// " 'x' GPUs" or " GPUs"
std::string gpus(const Demand& demand) {
  return demand.gpu_type.empty() ? "GPUs" : "'" + demand.gpu_type + "' GPUs";
}

/// Nodes with GPUs there are, but none of them has all that is asked for together.
void report_no_node(const Demand& demand, const LintContext& context, Diagnostics& found) {
  bool any = false;
  bool type_known = demand.gpu_type.empty();
  for (const NodeShape* shape : shapes_in_partitions(demand, context.cluster)) {
    any = any || has_gpus(*shape);
  }
  for (const GpuType& gpu : context.cluster.gpus) {
    type_known = type_known || gpu.gres == demand.gpu_type;
  }
  if (!any || !type_known) return;
  std::string where = demand.lines.partition > 0
                          ? format("of partition {} ", alternatives(demand.partitions))
                          : std::string();
  if (demand.lines.constraint > 0) where += "with the features of --constraint ";
  found.push_back(error(context, demand.lines.gpus, format("no node {}has {}", where, gpus(demand)),
                        "the job would wait for ever or be refused", "ask for what one node has"));
}

}  // namespace

void check_gpus_per_node(const ParsedScript&, const Demand& demand, const LintContext& context,
                         Diagnostics& found) {
  if (!demand.wants_gpus()) return;
  const std::vector<const NodeShape*>& shapes = demand.shapes;
  if (shapes.empty()) return report_no_node(demand, context, found);
  const std::optional<int> most = most_gpus(shapes);
  if (!most || demand.gpus_per_node <= *most) return;
  found.push_back(error(context, demand.lines.gpus,
                        format("no node has {} {}", demand.gpus_per_node, gpus(demand)),
                        format("such nodes have {}", gpu_counts(shapes)),
                        format("ask for at most {} a node", *most)));
}

}  // namespace gpujob
