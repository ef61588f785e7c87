// SPDX-License-Identifier: MIT
#include <string_view>

#include "lint/finding.h"
#include "lint/fit.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"

// A model's id in the catalogue begins with its vendor: "nvidia-…", "amd-…".

namespace gpujob {

namespace {

std::optional<GpuVendor> vendor_of_model(std::string_view model) {
  if (model.starts_with("nvidia-")) return GpuVendor::Nvidia;
  if (model.starts_with("amd-")) return GpuVendor::Amd;
  return std::nullopt;
}

std::string_view name_of(GpuVendor vendor) {
  return vendor == GpuVendor::Nvidia ? "NVIDIA" : "AMD";
}

/// The vendor of every GPU the job could get; nothing if it could get both, or an unknown one.
std::optional<GpuVendor> vendor_of_job(const Demand& demand, const Cluster& cluster) {
  std::optional<GpuVendor> vendor;
  for (const NodeShape* shape : demand.shapes) {
    if (!has_gpus(*shape)) continue;
    const GpuType* gpu = cluster.find_gpu(shape->gpu);
    const std::optional<GpuVendor> here =
        gpu == nullptr ? std::nullopt : vendor_of_model(gpu->model);
    if (!here || (vendor && *vendor != *here)) return std::nullopt;
    vendor = here;
  }
  return vendor;
}

}  // namespace

void check_vendor(const ParsedScript& script, const Demand& demand, const LintContext& context,
                  Diagnostics& found) {
  if (!demand.wants_gpus() && !gpus_come_anyway(demand, context.cluster)) return;
  const std::optional<GpuVendor> vendor = vendor_of_job(demand, context.cluster);
  if (!vendor) return;
  const std::string have = "the job gets GPUs of " + std::string(name_of(*vendor));
  for (const BodyWord& module : loaded_modules(script.script)) {
    const std::optional<GpuVendor> wanted = vendor_of_module(module.text);
    if (!wanted || *wanted == *vendor) continue;
    found.push_back(
        error(context, module.line,
              "module '" + module.text + "' is for GPUs of " + std::string(name_of(*wanted)), have,
              "load the modules of that vendor"));
    return;
  }
  const std::optional<BodyWord> program = gpu_program(script.script);
  if (!program) return;
  const GpuVendor wanted = program->text.ends_with(".hip") ? GpuVendor::Amd : GpuVendor::Nvidia;
  if (wanted == *vendor) return;
  found.push_back(error(context, program->line,
                        "'" + program->text + "' is for GPUs of " + std::string(name_of(wanted)),
                        have, "run the program made for them"));
}

}  // namespace gpujob
