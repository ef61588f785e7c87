// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "lint/finding.h"
#include "lint/fit.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"

// `-n 24 --gpus-per-task=1` is 24 GPUs, and `-n 24 --ntasks-per-node=1 --gres=gpu:1` too. Where
// nothing in the script starts more than one task, that is hardly ever meant.

namespace gpujob {

namespace {

/// How many GPUs a single task would have asked for with the same options.
long long gpus_of_one_task(const Demand& demand) {
  long long gpus = 0;
  for (const GpuRequest& request : demand.gpu_requests) gpus += request.count;
  return gpus;
}

}  // namespace

void check_tasks_multiply(const ParsedScript& script, const Demand& demand,
                          const LintContext& context, Diagnostics& found) {
  const bool by_tasks = demand.tasks > 1 && demand.lines.tasks > 0;
  if (!by_tasks || demand.gpus <= gpus_of_one_task(demand)) return;
  const std::vector<const NodeShape*>& shapes = demand.shapes;
  const std::string problem =
      format("{} ask for {} on {}", count_of(demand.tasks, "task"), count_of(demand.gpus, "GPU"),
             count_of(nodes_on(shapes, demand), "node"));
  const std::string why = "the GPUs of each task or node are multiplied";
  if (launches_tasks(script.script, context.cluster)) {
    found.push_back(note(context, demand.lines.tasks, problem, why));
    return;
  }
  found.push_back(warning(context, demand.lines.tasks, problem,
                          why + ", and nothing here starts more than one task", "use --ntasks=1"));
}

}  // namespace gpujob
