// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"

// `-n 24 --gpus-per-task=1` is 24 GPUs, and so is `-n 24 --ntasks-per-node=1 --gres=gpu:1`. If the
// script starts only one task, that is rarely intended. Nor are GPUs on several nodes, since the
// script runs on the first node, nor tasks in place of cores. --ntasks-per-node on one node passes:
// centers document it as the way to get cores beside a GPU.

namespace gpujob {

namespace {

/// The GPUs that one task would get from the same options.
long long gpus_of_one_task(const ResourceRequest& request) {
  long long gpus = 0;
  for (const GpuRequest& gpu : request.gpu_requests) gpus += gpu.count;
  return gpus;
}

void check_multiplied(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  const std::string problem =
      format("{} ask for {} on {}", count_of(request.tasks, "task"), count_of(request.gpus, "GPU"),
             count_of(nodes_on(request.shapes, request), "node"));
  const std::string why = "the GPUs of each task or node are multiplied";
  if (may_start_several(script.script, context.cluster)) {
    found.push_back(note(context, request.lines.tasks, problem, why));
    return;
  }
  found.push_back(warning(context, request.lines.tasks, problem,
                          why + ", and the script starts only one task", "use --ntasks=1"));
}

void report_nodes(long long nodes, const ResourceRequest& request, const LintContext& context,
                  Diagnostics& found) {
  const bool by_gpus = nodes > request.nodes || request.lines.nodes.line == 0;
  found.push_back(warning(context, by_gpus ? request.lines.gpus : request.lines.nodes,
                          "the job takes " + count_of(nodes, "node") +
                              (request.gpus > 0 ? " for " + count_of(request.gpus, "GPU") : ""),
                          "the script starts nothing on the other nodes",
                          "ask for what one node has, or start the program with srun"));
}

void report_tasks(long long tasks, const ResourceRequest& request, const LintContext& context,
                  Diagnostics& found) {
  found.push_back(
      warning(context, request.lines.tasks, count_of(tasks, "task") + " for one program",
              "the script starts only one task",
              format("use --ntasks=1, and --cpus-per-task={} if the program uses that many cores",
                     tasks * request.parts.cpus_per_task.value_or(1))));
}

/// `-n 8` for one program on CPUs: on one node the program has those cores all the same, but
/// nothing else keeps the tasks on one. Nor does `-N 2` start anything on the second node.
void check_cpu_tasks(const ParsedScript& script, const ResourceRequest& request,
                     const LintContext& context, Diagnostics& found) {
  const long long tasks = request.parts.tasks.value_or(1);
  const long long nodes = request.parts.nodes.value_or(1);
  if ((tasks == 1 && nodes == 1) || request.overcommit) return;
  if (may_start_several(script.script, context.cluster)) return;
  if (nodes > 1) return report_nodes(nodes, request, context, found);
  if (request.parts.nodes || script.script.find("ntasks-per-node") != nullptr) return;
  report_tasks(tasks, request, context, found);
}

}  // namespace

void check_tasks_multiply(const ParsedScript& script, const ResourceRequest& request,
                          const LintContext& context, Diagnostics& found) {
  if (request.tasks > 1 && request.lines.tasks.line > 0 &&
      request.gpus > gpus_of_one_task(request)) {
    return check_multiplied(script, request, context, found);
  }
  if (!request.wants_gpus() && !gpus_come_anyway(request, context.cluster)) {
    return check_cpu_tasks(script, request, context, found);
  }
  const long long nodes = nodes_on(fitting_shapes(request), request);
  const long long tasks = request.parts.tasks.value_or(1);
  if (nodes == 1 && tasks == 1) return;
  if (may_start_several(script.script, context.cluster)) return;
  if (nodes > 1) return report_nodes(nodes, request, context, found);
  report_tasks(tasks, request, context, found);
}

}  // namespace gpujob
