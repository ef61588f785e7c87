// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "lint/finding.h"
#include "lint/fit.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"

// `-n 24 --gpus-per-task=1` is 24 GPUs, and `-n 24 --ntasks-per-node=1 --gres=gpu:1` too. Where
// nothing in the script starts more than one task, that is hardly ever meant. Neither are GPUs on
// several nodes there, for the script runs on the first alone, nor tasks that only look like cores.
// --ntasks-per-node on one node passes: centers show it as the way to ask for cores beside a GPU.

namespace gpujob {

namespace {

/// How many GPUs a single task would have asked for with the same options.
long long gpus_of_one_task(const Demand& demand) {
  long long gpus = 0;
  for (const GpuRequest& request : demand.gpu_requests) gpus += request.count;
  return gpus;
}

void check_multiplied(const ParsedScript& script, const Demand& demand, const LintContext& context,
                      Diagnostics& found) {
  const std::string problem =
      format("{} ask for {} on {}", count_of(demand.tasks, "task"), count_of(demand.gpus, "GPU"),
             count_of(nodes_on(demand.shapes, demand), "node"));
  const std::string why = "the GPUs of each task or node are multiplied";
  if (may_start_several(script.script, context.cluster)) {
    found.push_back(note(context, demand.lines.tasks, problem, why));
    return;
  }
  found.push_back(warning(context, demand.lines.tasks, problem,
                          why + ", and nothing here starts more than one task", "use --ntasks=1"));
}

void report_nodes(long long nodes, const Demand& demand, const LintContext& context,
                  Diagnostics& found) {
  const bool by_gpus = nodes > demand.nodes || demand.lines.nodes == 0;
  found.push_back(warning(context, by_gpus ? demand.lines.gpus : demand.lines.nodes,
                          "the job takes " + count_of(nodes, "node") +
                              (demand.gpus > 0 ? " for " + count_of(demand.gpus, "GPU") : ""),
                          "nothing here starts a program on more than the first",
                          "ask for what one node has, or start the program with srun"));
}

void report_tasks(long long tasks, const Demand& demand, const LintContext& context,
                  Diagnostics& found) {
  found.push_back(warning(context, demand.lines.tasks, count_of(tasks, "task") + " for one program",
                          "nothing here starts more than one task",
                          format("use --ntasks=1, and --cpus-per-task={} if it uses so many cores",
                                 tasks * demand.parts.cpus_per_task.value_or(1))));
}

}  // namespace

void check_tasks_multiply(const ParsedScript& script, const Demand& demand,
                          const LintContext& context, Diagnostics& found) {
  if (demand.tasks > 1 && demand.lines.tasks > 0 && demand.gpus > gpus_of_one_task(demand)) {
    return check_multiplied(script, demand, context, found);
  }
  if (!demand.wants_gpus() && !gpus_come_anyway(demand, context.cluster)) return;
  const long long nodes = nodes_on(fitting_shapes(demand), demand);
  const long long tasks = demand.parts.tasks.value_or(1);
  if (nodes == 1 && tasks == 1) return;
  if (may_start_several(script.script, context.cluster)) return;
  if (nodes > 1) return report_nodes(nodes, demand, context, found);
  report_tasks(tasks, demand, context, found);
}

}  // namespace gpujob
