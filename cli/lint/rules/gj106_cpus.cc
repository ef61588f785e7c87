// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"
#include "script/option_value.h"

namespace gpujob {

namespace {

/// The most CPUs that one of the shapes gives the job; nothing if one is unknown.
std::optional<long long> most_cpus(const ResourceRequest& request,
                                   const std::vector<const NodeShape*>& shapes) {
  std::optional<long long> most;
  for (const NodeShape* shape : shapes) {
    const std::optional<long long> cpus = cpus_for(request, *shape);
    if (!cpus) return std::nullopt;
    most = std::max(most.value_or(0), *cpus);
  }
  return most;
}

/// The most by the center's share of CPUs per GPU, among shapes with enough CPUs.
std::optional<long long> most_cpus_for_gpus(const ResourceRequest& request,
                                            const std::vector<const NodeShape*>& shapes) {
  std::optional<long long> most;
  for (const NodeShape* shape : shapes) {
    const std::optional<long long> there = cpus_for(request, *shape);
    if (there && *there < request.cpus_per_node) continue;
    if (!shape->max_cpus_per_gpu) return std::nullopt;
    most = std::max<long long>(most.value_or(0), *shape->max_cpus_per_gpu * request.gpus_per_node);
  }
  return most;
}

/// --threads-per-core above what the nodes have; true where that is so.
bool check_threads(const ParsedScript& script, const ResourceRequest& request,
                   const LintContext& context, Diagnostics& found) {
  const Directive* option = script.script.find("threads-per-core");
  if (option == nullptr || !option->value) return false;
  const std::optional<long long> threads = parse_count(*option->value);
  long long most = 0;
  for (const NodeShape* shape : request.shapes) {
    if (!shape->threads_per_core) return false;
    most = std::max<long long>(most, *shape->threads_per_core);
  }
  if (!threads || most == 0 || *threads <= most) return false;
  found.push_back(error(context, option->place(),
                        format("no core has {}", count_of(*threads, "thread")),
                        format("such nodes have {} per core", most), "remove the option"));
  return true;
}

/// --mincpus may be more than the tasks need.
bool check_least(const ParsedScript& script, const ResourceRequest& request, long long most,
                 const LintContext& context, Diagnostics& found) {
  const long long least = request.parts.cpus_on_each.value_or(0);
  if (least <= std::max(most, request.cpus_per_node)) return false;
  found.push_back(error(
      context, script.script.find("mincpus")->place(), format("no node gives a job {} CPUs", least),
      format("such nodes give at most {}", most), format("ask for at most {} per node", most)));
  return true;
}

/// Where one thread of each core is used, Slurm 22.05.8 gives the nodes that were asked for no more
/// CPUs than their tasks need, also where the GPUs bring more. Without a number of nodes and tasks
/// it does not. Other releases were not tried.
void check_one_thread(const ParsedScript& script, const ResourceRequest& request,
                      const std::vector<const NodeShape*>& shapes, const LintContext& context,
                      Diagnostics& found) {
  const ResourceCounts& parts = request.parts;
  const bool fixed = parts.most_nodes || parts.tasks || parts.tasks_per_node;
  if (!parts.cpus_per_gpu || parts.threads_per_core != 1 || !fixed) return;
  const bool threads = std::any_of(shapes.begin(), shapes.end(), [](const NodeShape* shape) {
    return shape->threads_per_core.value_or(1) > 1;
  });
  const long long nodes = std::max(request.nodes, 1LL);
  const long long tasks =
      parts.tasks_per_node.value_or((parts.tasks.value_or(nodes) + nodes - 1) / nodes);
  const long long for_gpus = *parts.cpus_per_gpu * request.gpus_per_node;
  if (!threads || for_gpus <= tasks * parts.cpus_per_task.value_or(1)) return;
  const char* const why = "with one thread per core Slurm 22.05.8 gives CPUs to tasks only";
  found.push_back(warning(
      context, script.script.find("cpus-per-gpu")->place(),
      format("{} CPUs for GPUs, {} for tasks", for_gpus, tasks * parts.cpus_per_task.value_or(1)),
      why, "use --cpus-per-task, or leave out --nodes and --ntasks"));
}

}  // namespace

void check_cpus(const ParsedScript& script, const ResourceRequest& request,
                const LintContext& context, Diagnostics& found) {
  if (check_threads(script, request, context, found)) return;
  const std::vector<const NodeShape*> shapes = fitting_shapes(request);
  const std::optional<long long> most = most_cpus(request, shapes);
  if (most && check_least(script, request, *most, context, found)) return;
  if (most && request.cpus_per_node > *most) {
    const bool one_thread = request.parts.threads_per_core == 1;
    found.push_back(error(
        context, request.lines.cpus, format("no node gives a job {} CPUs", request.cpus_per_node),
        format("such nodes give at most {}{}", *most, one_thread ? ", one per core" : ""),
        format("ask for at most {} per node", *most)));
    return;
  }
  if (!request.wants_gpus()) return;
  check_one_thread(script, request, shapes, context, found);
  const std::optional<long long> share = most_cpus_for_gpus(request, shapes);
  if (!share || request.cpus_per_node <= *share) return;
  found.push_back(warning(
      context, request.lines.cpus,
      format("{} CPUs for {}", request.cpus_per_node, count_of(request.gpus_per_node, "GPU")),
      format("the center gives that many GPUs at most {}", *share),
      format("ask for at most {}", *share)));
}

}  // namespace gpujob
