// SPDX-License-Identifier: MIT
#include "plan/node_layout.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "plan/fitting_shapes.h"
#include "plan/gpu_request.h"

// A GPU job asks for N GPUs in all. nodes = --nodes, else as few as the largest node allows; every
// node gets the same number. Worked example, nodes of 2 and of 6 GPUs: N = 5 is one node; N = 12
// is two nodes of 6; N = 7 is refused, since 7 over two nodes is uneven: 6 or 8 can be had. Where
// the site can only be asked for a number over all nodes, 8 is refused too: it comes as 6 and 2.

namespace gpujob {

namespace {

/// --ntasks times the GPUs of one task, where the site counts GPUs that way; else `asked`.
Result<int> total_gpus(Draft& draft, const GpuChoice& gpu) {
  const std::optional<int> a_task = gpus_per_task(gpu.type, gpu.asked);
  const std::optional<int>& ntasks = draft.request.ntasks;
  if (!a_task || !ntasks) return gpu.asked;
  const int total = *ntasks * *a_task;
  if (total < gpu.asked) {
    return Failure(
        ExitCode::Usage, "--ntasks",
        format("{} gives {} where {} are asked", *ntasks, count_of(total, "GPU"), gpu.asked),
        format("site '{}' gives {} to each task", draft.site(), count_of(*a_task, "GPU")),
        "leave --ntasks out");
  }
  if (total > gpu.asked) {
    draft.report({"gp215", Severity::Warning, draft.at_site(),
                  format("{} ask for {} where {} was meant", count_of(*ntasks, "task"),
                         count_of(total, "GPU"), gpu.asked),
                  format("every task gets {} here", count_of(*a_task, "GPU")),
                  format("leave --ntasks out, or say --gpus {}", total), ""});
  }
  return total;
}

std::string nearest_even(int total, int nodes) {
  const int less = total / nodes * nodes;
  const int more = less + nodes;
  return less == 0 ? format("use --gpus {}", more)
                   : format("use --gpus {} or --gpus {}", less, more);
}

/// The whole node comes: no directive says how many GPUs, or the partition shares no nodes.
bool whole_nodes(const Draft& draft, const GpuType& type) {
  if (!draft.has_scheduler()) return false;
  if (!asks_for_gpus(type)) return true;
  const Partition* partition = draft.partition();
  if (partition == nullptr) return false;
  if (partition->exclusive == Exclusive::SeveralNodes) return draft.plan.nodes > 1;
  return partition->exclusive == Exclusive::Always;
}

/// Slurm fills one node before the next where a number is asked for the whole job: then only full
/// nodes are all alike.
Diagnostic uneven_deal(const Draft& draft, const GpuChoice& gpu, int total, int largest) {
  const int nodes = draft.plan.nodes;
  const std::string full = format("--gpus {}", nodes * largest);
  const std::string less =
      total <= largest ? "leave --nodes out" : format("use --gpus {}", (nodes - 1) * largest);
  return {"gp206",
          Severity::Error,
          draft.at_site(),
          format("{} of type '{}' may come unevenly on {}", count_of(total, "GPU"), gpu.type.key,
                 count_of(nodes, "node")),
          format("they are asked for the whole job, and Slurm fills a node of {} first", largest),
          total <= largest ? format("{}, or use {}", less, full) : format("{} or {}", less, full),
          ""};
}

void spread(Draft& draft, const GpuChoice& gpu, int total, int largest) {
  JobPlan& plan = draft.plan;
  const int needed = largest > 0 ? (total + largest - 1) / largest : 1;
  plan.nodes = draft.request.nodes.value_or(needed);
  plan.gpus_per_node = total / plan.nodes;
  const bool dealt =
      plan.nodes > 1 && !whole_nodes(draft, gpu.type) && counts_over_job(gpu.type, plan.nodes);
  if (dealt && total < plan.nodes * largest) {
    draft.report(uneven_deal(draft, gpu, total, largest));
    return;
  }
  if (total % plan.nodes != 0) {
    draft.report({"gp206", Severity::Error, draft.at_site(),
                  format("{} of type '{}' cannot be spread evenly over {}", count_of(total, "GPU"),
                         gpu.type.key, count_of(plan.nodes, "node")),
                  "", nearest_even(total, plan.nodes), ""});
    return;
  }
  if (largest > 0 && plan.gpus_per_node > largest) {
    draft.report(
        {"gp207", Severity::Error, draft.at_site(),
         format("no node has {} of type '{}'", count_of(plan.gpus_per_node, "GPU"), gpu.type.key),
         format("at most {} on one", largest), format("use --nodes {}", needed), ""});
  }
}

/// The smallest node that has enough: what the job gets at least.
const NodeShape* smallest_enough(const Shapes& shapes, int gpus) {
  const NodeShape* best = nullptr;
  for (const NodeShape* shape : shapes)
    if (shape->gpus >= gpus && (best == nullptr || shape->gpus < best->gpus)) best = shape;
  return best;
}

int given_gpus(Draft& draft, const GpuChoice& gpu, const Shapes& shapes, int total) {
  const NodeShape* shape = smallest_enough(shapes, draft.plan.gpus_per_node);
  if (shape == nullptr || !whole_nodes(draft, gpu.type)) return total;
  const int given = draft.plan.nodes * shape->gpus;
  if (given == total) return given;
  const std::string cpus = shape->cpus ? format(" and {}", count_of(*shape->cpus, "CPU")) : "";
  const Partition* partition = draft.partition();
  const bool charged = partition != nullptr && partition->charges_whole_node;
  draft.report(
      {"gp214", Severity::Note, draft.at_site(),
       format("{} given where {} asked", given == 1 ? "1 GPU is" : format("{} GPUs are", given),
              total == 1 ? "1 is" : format("{} are", total)),
       format("whole nodes of {}{} come{}", count_of(shape->gpus, "GPU"), cpus,
              charged ? ", and are charged" : ""),
       "", ""});
  return given;
}

}  // namespace

Status lay_out_nodes(Draft& draft, const std::optional<GpuChoice>& gpu) {
  JobPlan& plan = draft.plan;
  plan.nodes = draft.request.nodes.value_or(1);
  plan.tasks = draft.request.ntasks.value_or(1);
  if (!gpu) return {};
  const Result<int> total = total_gpus(draft, *gpu);
  if (!total) return total.failure();
  const Shapes shapes = fitting_shapes(draft.cluster(), gpu->type.key, plan.partition);
  spread(draft, *gpu, *total, largest_gpus(shapes));
  if (!draft.request.ntasks && counts_by_tasks(gpu->type)) plan.tasks = *total;
  plan.gpu = PlannedGpu{gpu->type.key, gpu->model.id, gpu->model.architecture,
                        given_gpus(draft, *gpu, shapes, *total), gpu->asked};
  return {};
}

}  // namespace gpujob
