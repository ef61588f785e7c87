// SPDX-License-Identifier: MIT
#include "plan/use_of_gpus.h"

#include "base/format.h"
#include "base/memory_size.h"
#include "plan/gpu_request.h"
#include "plan/workload_choice.h"
#include "workload/reader.h"

namespace gpujob {

namespace {

void check_gpus(Draft& draft, const GpuChoice& gpu) {
  const bool none = !vendor_of(draft.plan.backend).has_value();
  const int usable = none ? 0 : draft.workload().max_gpus;
  if (gpu.asked <= usable) return;
  const std::string uses = none ? format("backend '{}' uses no GPU", draft.plan.backend)
                                : format("one launch uses {}", counted(usable, "GPU"));
  const std::string asked = gpu.asked == 1 ? "1 is asked" : format("{} are asked", gpu.asked);
  draft.report({"gp213", Severity::Warning, draft.at_workload(), format("{}, {}", uses, asked),
                "the others would stand idle and be charged",
                none ? "leave --gpu out" : format("use --gpus {}", usable), ""});
}

/// Tasks that come with the GPUs are not the user's doing: where they do, GPUs are counted above.
void check_tasks(Draft& draft, const std::optional<GpuChoice>& gpu) {
  const std::optional<int>& ntasks = draft.request.ntasks;
  if (!ntasks || *ntasks <= 1 || !draft.workload().command.empty()) return;
  if (gpu && gpus_per_task(gpu->type, 1)) return;
  draft.report({"gp220", Severity::Warning, draft.at_workload(),
                format("a launch is one process, {} tasks are asked", *ntasks),
                "the others would stand idle and be charged", "use --cpus-per-task for more cores",
                ""});
}

void check_memory(Draft& draft, const GpuChoice& gpu) {
  const std::string& formula = draft.workload().memory;
  if (formula.empty() || !gpu.model.memory_bytes || !vendor_of(draft.plan.backend)) return;
  const auto bytes = evaluate(formula, numbers_of(draft.plan.parameters));
  if (!bytes || *bytes <= *gpu.model.memory_bytes) return;
  draft.report({"gp217", Severity::Warning, draft.at_workload(),
                format("needs {} of GPU memory, {} has {}", format_bytes(*bytes), gpu.type.key,
                       format_bytes(*gpu.model.memory_bytes)),
                "by its manifest's formula", "choose a smaller size or another GPU", ""});
}

}  // namespace

void check_use(Draft& draft, const std::optional<GpuChoice>& gpu) {
  if (gpu) check_gpus(draft, *gpu);
  if (gpu) check_memory(draft, *gpu);
  check_tasks(draft, gpu);
}

}  // namespace gpujob
