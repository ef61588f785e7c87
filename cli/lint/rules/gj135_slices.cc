// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"

// A process of CUDA sees one slice of a GPU (MIG), however many the job has. Source:
// https://docs.nvidia.com/datacenter/tesla/mig-user-guide/ (device enumeration).

namespace gpujob {

namespace {

/// The whole GPU's model, if all GPUs of the request are slices of it.
std::string sliced_model(const ResourceRequest& request, const LintContext& context) {
  std::string whole;
  for (const NodeShape* shape : request.shapes) {
    if (!shape->more_gpus.empty()) return "";
    const GpuType* type = context.cluster.find_gpu(shape->gpu);
    const GpuModel* model = type == nullptr ? nullptr : context.models->find(type->model);
    if (model == nullptr || model->slice_of.empty()) return "";
    whole = model->slice_of;
  }
  return whole;
}

}  // namespace

void check_slices_per_process(const ParsedScript&, const ResourceRequest& request,
                              const LintContext& context, Diagnostics& found) {
  const long long tasks = std::max(request.tasks, 1LL);
  if (context.models == nullptr || request.gpus <= tasks) return;
  const std::string whole = sliced_model(request, context);
  if (whole.empty()) return;
  found.push_back(
      warning(context, request.lines.gpus,
              format("{} slices of {} for {}", request.gpus, whole, count_of(tasks, "task")),
              "a process can use one slice; the others would be idle",
              "ask for one slice per task, or for a whole GPU"));
}

}  // namespace gpujob
