// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <limits>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/node_capacity.h"
#include "lint/rules/rules.h"

// Each number alone is possible, all of them together are not. Silent if a rule for one of the
// numbers already reports.
//
// What no choice of nodes can give is refused. Slurm refuses some of the rest: it takes nodes of
// different sizes in the order of its records and tries few other choices, and the order depends on
// the requests before (a job with --gpus leaves its preference at the nodes; sched_weight in
// src/plugins/select/cons_tres/job_test.c, Slurm 22.05).

namespace gpujob {

namespace {

constexpr std::array<Check*, 8> kOfOneNumber = {
    check_gpu_type,  check_gpus_per_node, check_cpus,       check_memory,
    check_partition, check_gpu_partition, check_node_count, check_gpu_counts};

/// "3 tasks, 32 CPUs per task, 2 GPUs, 400G of memory per node, at most 1 node"
std::string all_of(const ResourceRequest& request) {
  const ResourceCounts& parts = request.parts;
  std::string text = count_of(request.tasks, "task");
  if (parts.cpus_per_task) text += format(", {} per task", count_of(*parts.cpus_per_task, "CPU"));
  if (request.wants_gpus()) text += ", " + count_of(request.gpus, "GPU");
  if (parts.memory_mib) text += ", " + format_memory_mib(*parts.memory_mib) + " of memory per node";
  if (parts.memory_per_cpu_mib)
    text += ", " + format_memory_mib(*parts.memory_per_cpu_mib) + " of memory per CPU";
  if (parts.memory_per_gpu_mib)
    text += ", " + format_memory_mib(*parts.memory_per_gpu_mib) + " of memory per GPU";
  if (request.most_nodes) text += ", at most " + count_of(*request.most_nodes, "node");
  return text;
}

/// The most nodes that the QOS and one of the partitions give to a job; `kNoMost` without a limit.
constexpr long long kNoMost = std::numeric_limits<long long>::max();
long long most_nodes_given(const ResourceRequest& request, const Cluster& cluster) {
  const std::vector<const Partition*> partitions = known_partitions(request, cluster);
  long long most = partitions.empty() ? kNoMost : 0;
  for (const Partition* partition : partitions)
    most = std::max(most, partition->max_nodes ? *partition->max_nodes : kNoMost);
  return request.qos != nullptr && request.qos->max_nodes
             ? std::min<long long>(most, *request.qos->max_nodes)
             : most;
}

/// A partition that gives whole nodes to jobs of several nodes acts like --exclusive, and so does a
/// QOS; both may limit the nodes.
ResourceRequest as_given(ResourceRequest request, const Cluster& cluster) {
  const long long most = most_nodes_given(request, cluster);
  if (most < request.most_nodes.value_or(kNoMost)) request.most_nodes = most;
  for (const Partition* partition : known_partitions(request, cluster)) {
    if (partition->exclusive == Exclusive::SeveralNodes && request.nodes > 1)
      request.exclusive = true;
  }
  if (request.qos != nullptr && gives_whole_nodes(request.qos->exclusive, request.nodes))
    request.exclusive = true;
  return request;
}

}  // namespace

void check_together(const ParsedScript& script, const ResourceRequest& request,
                    const LintContext& context, Diagnostics& found) {
  const std::vector<const NodeShape*>& shapes = request.shapes;
  const ResourceRequest given = as_given(request, context.cluster);
  if (shapes.empty() || may_fit_on(given, shapes)) return;
  Diagnostics said;
  for (Check* const check : kOfOneNumber) (*check)(script, request, context, said);
  if (has_errors(said)) return;
  const ResourceLines& lines = request.lines;
  ScriptPlace place = lines.memory;
  for (const ScriptPlace other : {lines.cpus, lines.tasks, lines.gpus, lines.nodes}) {
    if (place.line == 0) place = other;
  }
  found.push_back(error(context, place, "no node satisfies the combined request: " + all_of(given),
                        "the job would never start",
                        given.most_nodes == request.most_nodes
                            ? "ask for less per node, or for more nodes"
                            : "ask for less, or for a partition that gives more nodes"));
}

}  // namespace gpujob
