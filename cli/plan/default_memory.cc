// SPDX-License-Identifier: MIT
#include "plan/default_memory.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "plan/fitting_shapes.h"
#include "plan/gpu_choice.h"
#include "plan/workload_choice.h"

namespace gpujob {

namespace {

constexpr double kMib = 1024.0 * 1024.0;

/// Memory that each node of a job gets, and who says so.
struct GivenMemory {
  double mib = 0;
  std::string why;
};

Shapes shapes_in(const Draft& draft, const Partition& partition) {
  const auto& gpu = draft.plan.gpu;
  return fitting_shapes(draft.cluster(), gpu ? gpu->key : "", partition.name);
}

/// Of what may come, the least: cores are given whole, with all their threads.
int threads_per_core(const Shapes& shapes) {
  std::optional<int> least;
  for (const NodeShape* shape : shapes) {
    const int threads = std::max(shape->threads_per_core.value_or(1), 1);
    least = std::min(least.value_or(threads), threads);
  }
  return least.value_or(1);
}

/// The same, of a number that every shape states; nothing if one does not.
template <class Number>
std::optional<long long> least_of(const Shapes& shapes, Number number) {
  std::optional<long long> least;
  for (const NodeShape* shape : shapes) {
    const std::optional<long long> stated = number(*shape);
    if (!stated) return std::nullopt;
    least = std::min(least.value_or(*stated), *stated);
  }
  return least;
}

const std::string* planned_option(const JobPlan& plan, std::string_view name) {
  for (const auto& [option, value] : plan.options)
    if (option == name && value) return &*value;
  return nullptr;
}

/// Does the user name an amount of memory?
bool names_memory(const Draft& draft) {
  const auto& own = draft.plan.sbatch_arguments;
  return draft.request.memory_mib || std::any_of(own.begin(), own.end(), [](const auto& argument) {
           return argument.starts_with("--mem");
         });
}

/// CPUs on each node, in whole cores; without a word of them Slurm gives one to each task.
long long cpus_per_node(const JobPlan& plan, const Shapes& shapes) {
  const int threads = threads_per_core(shapes);
  long long asked = 1LL * std::max(plan.cpus_per_task, 1) * plan.tasks / plan.nodes;
  if (const std::string* per_gpu = planned_option(plan, "cpus-per-gpu"))
    asked = parse_integer(*per_gpu).value_or(1) * plan.gpus_per_node;
  return (std::max(asked, 1LL) + threads - 1) / threads * threads;
}

std::string giver_of_nodes(const Draft& draft) {
  return draft.giver_of_nodes(draft.qos(), draft.plan.nodes);
}

std::optional<GivenMemory> memory_given(const Draft& draft, const Partition& partition,
                                        const Shapes& shapes) {
  const JobPlan& plan = draft.plan;
  if (const std::string* asked = planned_option(plan, "mem")) {
    const auto mib = parse_memory_mib(*asked);
    if (!mib || *mib == 0) return std::nullopt;
    return GivenMemory{static_cast<double>(*mib),
                       format("the site's request has --mem={}", *asked)};
  }
  const auto node = least_of(shapes, [](const NodeShape& shape) { return shape.memory_mib; });
  if (const std::string giver = giver_of_nodes(draft); !giver.empty()) {
    if (!node) return std::nullopt;
    return GivenMemory{static_cast<double>(*node),
                       format("{} has whole nodes of {} MiB", giver, *node)};
  }
  if (const auto& stated = partition.default_memory_per_cpu_mib) {
    return GivenMemory{
        static_cast<double>(*stated * cpus_per_node(plan, shapes)),
        format("partition '{}' gives {} MiB per CPU by default", partition.name, *stated)};
  }
  const auto share =
      least_of(shapes, [](const NodeShape& shape) { return shape.share_per_gpu.memory_mib; });
  if (!plan.gpu || !share) return std::nullopt;
  return GivenMemory{static_cast<double>(*share * plan.gpus_per_node),
                     format("{} MiB belong to each GPU", *share)};
}

/// Bytes that each node needs. Of a run on GPUs each process has its part of what is split.
std::optional<double> memory_needed_per_node(const Draft& draft) {
  const WorkloadPlan& work = draft.work();
  const Workload& workload = draft.workload();
  if (!vendor_of(work.backend)) return formula_value(workload.memory, work.parameters);
  const Variant* variant = workload.find_variant(work.variant);
  const bool own = variant != nullptr && !variant->host_memory.empty();
  const std::string& formula = own ? variant->host_memory : workload.host_memory;
  auto bytes = formula_value(formula, work.parameters);
  if (!bytes || !work.split || !workload.split) return bytes;
  auto part = work.parameters;
  for (auto& [name, value] : part) {
    const auto items = name == workload.split->parameter ? parse_integer(value) : std::nullopt;
    if (items) value = std::to_string((*items + work.split->processes - 1) / work.split->processes);
  }
  bytes = formula_value(formula, part);
  const int processes = (work.split->processes + draft.plan.nodes - 1) / draft.plan.nodes;
  return bytes ? std::optional(*bytes * processes) : std::nullopt;
}

/// `--mem` where the center takes it and a node has as much.
std::string way_out(const Draft& draft, const Shapes& shapes, double needed_mib) {
  const DirectiveRule* rule = draft.cluster().find_rule("mem");
  const auto node = least_of(shapes, [](const NodeShape& shape) { return shape.memory_mib; });
  const bool forbidden = rule != nullptr && rule->use == Use::Forbidden;
  const bool too_much = node && needed_mib > static_cast<double>(*node);
  if (forbidden || too_much || !giver_of_nodes(draft).empty()) return "choose a smaller size";
  return format("add --mem {}", std::llround(needed_mib));
}

}  // namespace

void check_default_memory(Draft& draft) {
  const Partition* partition = draft.partition();
  if (own_job_of(draft.plan) != nullptr || partition == nullptr || names_memory(draft)) return;
  const std::optional<double> bytes = memory_needed_per_node(draft);
  if (!bytes) return;
  const Shapes shapes = shapes_in(draft, *partition);
  const auto given = memory_given(draft, *partition, shapes);
  const double needed = std::ceil(*bytes / kMib);
  if (!given || needed <= given->mib) return;
  const bool on_gpu = vendor_of(draft.work().backend).has_value();
  draft.report(
      {"gp229", Severity::Warning, draft.at_workload(),
       format("{} {} of {}memory, the job gets {}", on_gpu ? "may need" : "needs",
              format_bytes(*bytes), on_gpu ? "host " : "", format_bytes(given->mib * kMib)),
       given->why, way_out(draft, shapes, needed), ""});
}

}  // namespace gpujob
