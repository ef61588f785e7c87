// SPDX-License-Identifier: MIT
#include "plan/node_layout.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "plan/fitting_shapes.h"
#include "plan/gpu_request.h"

// A GPU job asks for N GPUs in all. nodes = --nodes, else the fewest that have them; every node
// gets the same number. Worked example, nodes of 2 and of 6 GPUs: N = 5 is one node; N = 12 is two
// nodes of 6; N = 7 is refused, since 7 over two nodes is uneven: 6 or 8 would work. Where a
// request names only the job's total, 8 is refused too: Slurm would give 6 and 2.

namespace gpujob {

namespace {

/// --ntasks times the GPUs of one task, where the site counts GPUs that way; else `asked`.
Result<int> total_gpus(Draft& draft, const GpuChoice& gpu) {
  const std::optional<int> per_task = gpus_per_task(gpu.type, gpu.asked);
  const std::optional<int>& ntasks = draft.request.ntasks;
  if (!per_task || !ntasks) return gpu.asked;
  constexpr long long most = 1'000'000'000;  // what comes of it fits an int
  const int total = static_cast<int>(std::min(1LL * *ntasks * *per_task, most));
  if (total < gpu.asked) {
    return Failure(
        ExitCode::Usage, "--ntasks",
        format("{} gives {}, {} requested", *ntasks, count_of(total, "GPU"), gpu.asked),
        format("site '{}' gives {} to each task", draft.site(), count_of(*per_task, "GPU")),
        "leave --ntasks out");
  }
  if (total > gpu.asked) {
    const bool can_have = gpus_per_task(gpu.type, total) == per_task;
    draft.report(
        {"gp215", Severity::Error, draft.at_site(),
         format("{} would get {}, {} requested", count_of(*ntasks, "task"), count_of(total, "GPU"),
                gpu.asked),
         format("every task gets {} here", count_of(*per_task, "GPU")),
         can_have ? format("leave --ntasks out, or use --gpus {}", total) : "leave --ntasks out",
         ""});
  }
  return total;
}

/// The whole node comes: no directive says how many GPUs, or the partition or the QOS shares no
/// nodes.
bool whole_nodes(const Draft& draft, const GpuType& type, int nodes, const Qos* qos) {
  if (!draft.has_scheduler()) return false;
  return !asks_for_gpus(type) || !draft.giver_of_nodes(qos, nodes).empty();
}

/// How many nodes have so many GPUs; nothing where that is unknown.
std::optional<long long> nodes_with(const Shapes& shapes, int gpus) {
  long long there = 0;
  for (const NodeShape* shape : shapes) {
    if (shape->gpus < gpus) continue;
    const std::optional<int> most = most_nodes(*shape);
    if (!most) return std::nullopt;
    there += *most;
  }
  return there;
}

bool exist(const Shapes& shapes, int nodes, int gpus) {
  const std::optional<long long> there = nodes_with(shapes, gpus);
  return !there || nodes <= *there;
}

/// The fewest nodes that have so many GPUs. Worked example: 18 GPUs, two nodes of 6 and ten of 2:
/// three nodes of 6 do not exist, so nine of 2.
int fewest_nodes(const Shapes& shapes, int total) {
  const int largest = largest_gpus(shapes);
  const int needed = largest > 0 ? (total + largest - 1) / largest : 1;
  if (total % needed != 0) return needed;
  for (int nodes = needed; nodes <= total; ++nodes)
    if (total % nodes == 0 && exist(shapes, nodes, total / nodes)) return nodes;
  return needed;
}

/// Given a total for the whole job, Slurm fills one node before the next: only full nodes are
/// equal.
bool filled_in_turn(const Draft& draft, const GpuType& type, int nodes, const Qos* qos) {
  return nodes > 1 && !whole_nodes(draft, type, nodes, qos) && counts_over_job(type, nodes);
}

bool can_spread(const Draft& draft, const GpuType& type, const Shapes& shapes, int total,
                int nodes) {
  const int largest = largest_gpus(shapes);
  if (total % nodes != 0 || (largest > 0 && !exist(shapes, nodes, total / nodes))) return false;
  return !filled_in_turn(draft, type, nodes, draft.qos()) || total >= nodes * largest;
}

/// Another number of nodes if one was given, else the nearest numbers of GPUs that can be had.
std::string nearest_layout(const Draft& draft, const GpuType& type, const Shapes& shapes,
                           int total) {
  const std::optional<int>& given = draft.request.nodes;
  for (int nodes = 1; given && nodes <= total; ++nodes) {
    if (can_spread(draft, type, shapes, total, nodes)) return format("use --nodes {}", nodes);
  }
  const auto can_have = [&](int gpus) {
    return can_spread(draft, type, shapes, gpus, given.value_or(fewest_nodes(shapes, gpus)));
  };
  std::vector<std::string> ways;
  for (int gpus = total - 1; gpus > 0 && ways.empty(); --gpus)
    if (can_have(gpus)) ways.push_back(format("--gpus {}", gpus));
  const int most = total + given.value_or(1) * std::max(1, largest_gpus(shapes));
  for (int gpus = total + 1; gpus <= most; ++gpus) {
    if (!can_have(gpus)) continue;
    ways.push_back(format("--gpus {}", gpus));
    break;
  }
  return ways.empty() ? "use another GPU" : "use " + join(ways, " or ");
}

void spread(Draft& draft, const GpuChoice& gpu, int total, const Shapes& shapes) {
  JobPlan& plan = draft.plan;
  const int largest = largest_gpus(shapes);
  plan.nodes = draft.request.nodes.value_or(fewest_nodes(shapes, total));
  plan.gpus_per_node = total / plan.nodes;
  if (can_spread(draft, gpu.type, shapes, total, plan.nodes)) return;
  const auto report = [&](const char* code, std::string problem, std::string why) {
    draft.report({code, Severity::Error, draft.at_site(), std::move(problem), std::move(why),
                  nearest_layout(draft, gpu.type, shapes, total), ""});
  };
  const std::string all = format("{} of type '{}'", count_of(total, "GPU"), gpu.type.key);
  const std::string nodes = count_of(plan.nodes, "node");
  if (filled_in_turn(draft, gpu.type, plan.nodes, draft.qos()) && total < plan.nodes * largest) {
    return report(
        "gp206", format("{} may be spread unevenly over {}", all, nodes),
        format("the request names the job's total, and Slurm fills a node of {} first", largest));
  }
  if (total % plan.nodes != 0) {
    return report("gp206", format("{} cannot be spread evenly over {}", all, nodes), "");
  }
  const std::string each =
      format("{} of type '{}'", count_of(plan.gpus_per_node, "GPU"), gpu.type.key);
  if (plan.gpus_per_node > largest) {
    return report("gp207", "no node has " + each, format("at most {} on one", largest));
  }
  const std::optional<long long> there = nodes_with(shapes, plan.gpus_per_node);
  report("gp207", format("the job takes {} with {}", nodes, each),
         format("{} so many", *there == 1 ? "1 node has" : format("{} nodes have", *there)));
}

/// The smallest node that has enough GPUs: the least that the job gets.
const NodeShape* smallest_enough(const Shapes& shapes, int gpus) {
  const NodeShape* best = nullptr;
  for (const NodeShape* shape : shapes)
    if (shape->gpus >= gpus && (best == nullptr || shape->gpus < best->gpus)) best = shape;
  return best;
}

int given_gpus(Draft& draft, const GpuChoice& gpu, const Shapes& shapes, int total) {
  const NodeShape* shape = smallest_enough(shapes, draft.plan.gpus_per_node);
  if (shape == nullptr || !whole_nodes(draft, gpu.type, draft.plan.nodes, draft.qos()))
    return total;
  const int given = draft.plan.nodes * shape->gpus;
  if (given == total) return given;
  const std::string cpus = shape->cpus ? format(" and {}", count_of(*shape->cpus, "CPU")) : "";
  const Partition* partition = draft.partition();
  const Qos* qos = draft.qos();
  const bool charged = (partition != nullptr && partition->charges_whole_node) ||
                       (qos != nullptr && qos->charge == Charge::WholeNode);
  std::string giver = draft.giver_of_nodes(qos, draft.plan.nodes);
  if (giver.empty())
    giver = partition == nullptr ? "the site" : format("partition '{}'", partition->name);
  draft.report({"gp214", Severity::Note, draft.at_site(),
                format("the job gets {}, {} requested", count_of(given, "GPU"), total),
                format("{} gives whole nodes of {}{}{}", giver, count_of(shape->gpus, "GPU"), cpus,
                       charged ? " and charges them" : ""),
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
  spread(draft, *gpu, *total, shapes);
  if (!draft.request.ntasks && counts_by_tasks(gpu->type)) plan.tasks = *total;
  plan.gpu = PlannedGpu{gpu->type.key, gpu->model.id, gpu->model.architecture,
                        given_gpus(draft, *gpu, shapes, *total), gpu->asked};
  return {};
}

bool spreads_evenly(const Draft& draft, const GpuChoice& gpu, const Qos& qos) {
  const JobPlan& plan = draft.plan;
  return !filled_in_turn(draft, gpu.type, plan.nodes, &qos) ||
         plan.gpus_per_node >=
             largest_gpus(fitting_shapes(draft.cluster(), gpu.type.key, plan.partition));
}

void count_given_gpus(Draft& draft, const GpuChoice& gpu) {
  std::erase_if(draft.found, [](const Diagnostic& one) { return one.code == "gp214"; });
  JobPlan& plan = draft.plan;
  const Shapes shapes = fitting_shapes(draft.cluster(), gpu.type.key, plan.partition);
  plan.gpu->total = given_gpus(draft, gpu, shapes, plan.gpus_per_node * plan.nodes);
}

}  // namespace gpujob
