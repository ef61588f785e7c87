// SPDX-License-Identifier: MIT
#include <array>

#include "base/format.h"
#include "base/memory_size.h"
#include "lint/finding.h"
#include "lint/fit.h"
#include "lint/room.h"
#include "lint/rules/rules.h"

// Each number alone is fine, all of them together are not. Silent where a rule that can name the
// one number has spoken.

namespace gpujob {

namespace {

constexpr std::array<Check*, 8> kOfOneNumber = {
    check_gpu_type,  check_gpus_per_node, check_cpus,       check_memory,
    check_partition, check_gpu_partition, check_node_count, check_gpu_counts};

/// "3 tasks, 32 CPUs a task, 2 GPUs, 400G of memory a node, at most 1 node"
std::string all_of(const Demand& demand) {
  const DemandParts& parts = demand.parts;
  std::string text = count_of(demand.tasks, "task");
  if (parts.cpus_per_task) text += format(", {} a task", count_of(*parts.cpus_per_task, "CPU"));
  if (demand.wants_gpus()) text += ", " + count_of(demand.gpus, "GPU");
  if (parts.memory_mib) text += ", " + format_memory_mib(*parts.memory_mib) + " of memory a node";
  if (parts.memory_per_cpu_mib)
    text += ", " + format_memory_mib(*parts.memory_per_cpu_mib) + " of memory a CPU";
  if (parts.memory_per_gpu_mib)
    text += ", " + format_memory_mib(*parts.memory_per_gpu_mib) + " of memory a GPU";
  if (demand.most_nodes) text += ", at most " + count_of(*demand.most_nodes, "node");
  return text;
}

/// Some partitions give whole nodes to jobs of several: as if --exclusive were there.
Demand as_given(Demand demand, const Cluster& cluster) {
  for (const Partition* partition : known_partitions(demand, cluster)) {
    if (partition->exclusive == Exclusive::SeveralNodes && demand.nodes > 1)
      demand.exclusive = true;
  }
  return demand;
}

}  // namespace

void check_together(const ParsedScript& script, const Demand& demand, const LintContext& context,
                    Diagnostics& found) {
  const std::vector<const NodeShape*>& shapes = demand.shapes;
  if (shapes.empty() || may_have_room(as_given(demand, context.cluster), shapes)) return;
  Diagnostics said;
  for (Check* const check : kOfOneNumber) (*check)(script, demand, context, said);
  if (has_errors(said)) return;
  const DemandLines& lines = demand.lines;
  int line = lines.memory;
  for (const int other : {lines.cpus, lines.tasks, lines.gpus, lines.nodes}) {
    if (line == 0) line = other;
  }
  found.push_back(error(context, line, "no nodes have all of this together: " + all_of(demand),
                        "the job would wait for ever or be refused",
                        "ask for less on a node, or for more nodes"));
}

}  // namespace gpujob
