// SPDX-License-Identifier: MIT
#include "plan/gpu_split.h"

#include <algorithm>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "plan/gpu_request.h"
#include "plan/workload_choice.h"

namespace gpujob {

namespace {

/// Requested GPUs, or on a machine without a scheduler requested groups of cores.
int asked_devices(const Draft& draft, const std::optional<GpuChoice>& gpu) {
  if (gpu) return gpu->asked;
  return draft.has_scheduler() ? 1 : draft.request.gpus.value_or(1);
}

const char* idle(const Draft& draft) {
  return draft.has_scheduler() ? "the others would be idle and charged"
                               : "the others would not be used";
}

void check_gpus(Draft& draft, const std::optional<GpuChoice>& gpu) {
  const int asked_number = asked_devices(draft, gpu);
  const bool on_cpus = gpu && !vendor_of(draft.work().backend);
  const int usable = on_cpus ? 0 : draft.workload().usable_gpus(draft.work().backend);
  if (asked_number <= usable) return;
  const std::string devices = gpu || draft.has_scheduler()
                                  ? count_of(usable, "GPU")
                                  : format("{} of cores", count_of(usable, "group"));
  const std::string uses = on_cpus ? format("backend '{}' uses no GPU", draft.work().backend)
                                   : format("one launch uses {}", devices);
  const std::string asked = format("{} requested", asked_number);
  draft.report({"gp213", Severity::Warning, draft.at_workload(), format("{}, {}", uses, asked),
                idle(draft), on_cpus ? "leave --gpu out" : format("use --gpus {}", usable), ""});
}

/// A process of CUDA gets one slice of a GPU, however many the job has. Source:
/// https://docs.nvidia.com/datacenter/tesla/mig-user-guide/ (device enumeration).
void check_slices(Draft& draft, const std::optional<GpuChoice>& gpu) {
  if (!gpu || gpu->model.slice_of.empty() || !vendor_of(draft.work().backend)) return;
  if (gpu->asked <= std::max(1, draft.plan.tasks)) return;
  draft.report({"gp234", Severity::Warning, draft.at_workload(),
                format("{} slices of {} requested for {}", gpu->asked, gpu->model.slice_of,
                       count_of(std::max(1, draft.plan.tasks), "task")),
                "a process can use one slice; the others would be idle",
                format("use --gpu {}", gpu->type.key), ""});
}

/// Each device gets whole units; only the last one may get a partial one.
void check_parts(Draft& draft, const std::optional<GpuChoice>& gpu) {
  const auto& rule = draft.workload().split;
  if (!draft.work().split || !rule) return;
  const auto numbers = numbers_of(draft.work().parameters);
  const auto size = numbers.find(rule->parameter);
  if (size == numbers.end()) return;
  const auto items = static_cast<long long>(size->second);
  const long long least = rule->unit * (draft.work().split->devices - 1) + 1;
  if (items >= least) return;
  draft.report({"gp225", Severity::Error, draft.at_workload(),
                format("{} = {} is too small for {} {}", rule->parameter, items,
                       draft.work().split->devices, gpu ? "GPUs" : "groups of cores"),
                format("each takes {}", rule->unit),
                format("use --param {}={} or more, or --gpus {}", rule->parameter, least,
                       std::max((items - 1) / rule->unit + 1, 1LL)),
                ""});
}

/// Where a center gives GPUs per task, `check_gpus` has already counted them.
void check_tasks(Draft& draft, const std::optional<GpuChoice>& gpu) {
  const std::optional<int>& ntasks = draft.request.ntasks;
  const int processes = draft.work().split ? draft.work().split->processes : 1;
  if (!ntasks || *ntasks <= processes || !draft.workload().command.empty()) return;
  if (gpu && gpus_per_task(gpu->type, 1)) return;
  draft.report({"gp220", Severity::Warning, draft.at_workload(),
                format("one launch is {}, {} tasks requested",
                       processes == 1 ? "one process" : format("{} processes", processes), *ntasks),
                idle(draft),
                draft.has_scheduler() ? "use --cpus-per-task for more cores" : "leave --ntasks out",
                ""});
}

void check_gpu_memory(Draft& draft, const GpuChoice& gpu) {
  auto bytes = formula_value(draft.workload().memory, draft.work().parameters);
  if (!gpu.model.memory_bytes || !vendor_of(draft.work().backend)) return;
  if (bytes && draft.work().split) *bytes /= draft.work().split->devices;
  if (!bytes || *bytes <= *gpu.model.memory_bytes) return;
  draft.report({"gp217", Severity::Warning, draft.at_workload(),
                format("needs {} of GPU memory, {} has {}", format_bytes(*bytes), gpu.type.key,
                       format_bytes(*gpu.model.memory_bytes)),
                "according to its manifest", "choose a smaller size or another GPU", ""});
}

/// Without a scheduler nothing keeps a job from taking the memory of every other process.
void check_machine_memory(Draft& draft) {
  const auto bytes = formula_value(draft.workload().memory, draft.work().parameters);
  const auto& machine = draft.request.machine_memory;
  if (draft.has_scheduler() || !bytes || !machine || *bytes <= *machine) return;
  draft.report({"gp217", Severity::Warning, draft.at_workload(),
                format("needs {} of memory, this machine has {}", format_bytes(*bytes),
                       format_bytes(*machine)),
                "according to its manifest", "choose a smaller size", ""});
}

}  // namespace

void split_launch(Draft& draft, const std::optional<GpuChoice>& gpu) {
  WorkloadPlan& work = draft.work();
  if (!draft.workload().command.empty() || (gpu && !vendor_of(work.backend))) return;
  LaunchSplit split;
  split.devices = std::min(asked_devices(draft, gpu), draft.workload().usable_gpus(work.backend));
  const bool by_tasks = gpu && counts_by_tasks(gpu->type);
  if (draft.has_scheduler()) split.processes = by_tasks ? split.devices : draft.plan.nodes;
  split.devices -= split.devices % split.processes;
  if (split.devices < 2) return;
  work.split = split;
  draft.explain(
      "split", format("{} devices, {} per process", split.devices, split.devices / split.processes),
      From::Rule,
      split.processes == 1 ? "one process uses all devices of a node"
                           : format("one process per {}", by_tasks ? "GPU" : "node"));
}

void check_use(Draft& draft, const std::optional<GpuChoice>& gpu) {
  check_gpus(draft, gpu);
  check_slices(draft, gpu);
  check_parts(draft, gpu);
  if (gpu) check_gpu_memory(draft, *gpu);
  check_machine_memory(draft);
  check_tasks(draft, gpu);
}

}  // namespace gpujob
