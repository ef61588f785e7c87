// SPDX-License-Identifier: MIT
#include "plan/point_planner.h"

#include <utility>

#include "base/format.h"
#include "plan/default_memory.h"
#include "plan/gpu_split.h"
#include "plan/launch.h"
#include "plan/time_choice.h"
#include "plan/workload_choice.h"

namespace gpujob {

PointPlanner::PointPlanner(Request request, const ResolveInput& input, const JobPlan& plan)
    : request_(std::move(request)), input_(input), draft_{request_, input_, plan} {
  if (!plan.gpu) return;
  const GpuType* type = input.cluster.find_gpu(plan.gpu->key);
  const GpuModel* model = input.catalogue.find(plan.gpu->model);
  if (type != nullptr && model != nullptr) gpu_ = GpuChoice{*type, *model, plan.gpu->asked};
}

std::optional<PointValues> PointPlanner::values_of(
    std::vector<std::pair<std::string, std::string>> parameters) {
  WorkloadPlan* work = workload_of(draft_.plan);
  if (work == nullptr || draft_.plan.gpu.has_value() != gpu_.has_value()) return std::nullopt;
  request_.parameters = std::move(parameters);
  work->parameters.clear();
  work->arguments.clear();
  draft_.explanation.clear();
  draft_.found.clear();
  if (!choose_computation(draft_)) return std::nullopt;
  check_use(draft_, gpu_);
  if (!draft_.workload().command.empty() && !take_own_command(draft_)) return std::nullopt;
  const Result<SourcedValue> time = choose_time(draft_);
  if (!time) return std::nullopt;
  check_default_memory(draft_);
  write_arguments(draft_);
  if (has_errors(draft_.found)) return std::nullopt;
  std::string others = format("{} {} {} {} {}/{} {}", time->value, time->origin, work->max_seconds,
                              work->arguments.size(), work->libexec, work->program, work->variant);
  for (const Diagnostic& one : draft_.found) others += "\n" + one.line();
  return PointValues{work->parameters, std::move(work->arguments), std::move(others)};
}

}  // namespace gpujob
