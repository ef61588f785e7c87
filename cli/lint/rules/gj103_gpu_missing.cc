// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/resource_request.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"
#include "lint/suggestion.h"
#include "lint/vendor.h"

// A GPU program of this project cannot run without a GPU: an error. A module may be loaded for
// other reasons: a warning, and nothing if the script compiles. A feature or a partition that
// selects only GPU nodes is a warning too: the GPU itself must be requested. Partitions that refuse
// such a job are for gj110 and gj116.

namespace gpujob {

namespace {

bool has_feature(const NodeShape& shape, const std::string& feature, const Cluster& cluster) {
  const GpuType* gpu = cluster.find_gpu(shape.gpu);
  return (gpu != nullptr && gpu->feature == feature) || contains(shape.features, feature);
}

/// The first feature in the constraint that only GPU nodes have; or nothing.
std::string gpu_feature(const ResourceRequest& request, const Cluster& cluster) {
  if (!request.constraint) return "";
  for (const std::string& feature : request.constraint->features()) {
    bool any = false;
    bool all = true;
    for (const NodeShape& shape : cluster.nodes) {
      if (!has_feature(shape, feature, cluster)) continue;
      any = true;
      all = all && has_gpus(shape);
    }
    if (any && all) return feature;
  }
  return "";
}

/// The first `srun --gpus=2 ./a`; or nothing.
std::optional<BodyCommand> gpu_step(const LintContext& context) {
  for (const BodyCommand& command : context.commands) {
    const bool starts = command.words.front() == "srun";
    if (starts && requested_resources(step_options(command), context.cluster).gpus > 0)
      return command;
  }
  return std::nullopt;
}

bool all_have_gpus(const std::vector<const NodeShape*>& shapes) {
  return !shapes.empty() && std::all_of(shapes.begin(), shapes.end(),
                                        [](const NodeShape* shape) { return has_gpus(*shape); });
}

void check_nodes(const ParsedScript& script, const ResourceRequest& request,
                 const LintContext& context, Diagnostics& found) {
  if (!all_have_gpus(request.shapes)) return;
  for (const Partition* partition : known_partitions(request, context.cluster)) {
    if (partition->gpu == Use::Required || !partition->batch_jobs) return;
  }
  ScriptPlace place = request.lines.constraint;
  std::string nodes;
  if (const std::string feature = gpu_feature(request, context.cluster); !feature.empty()) {
    nodes = "only nodes with GPUs have feature '" + feature + "'";
  } else if (request.lines.partition.line > 0 &&
             all_have_gpus(shapes_in_partitions(request, context.cluster))) {
    place = request.lines.partition;
    nodes = "all nodes of partition " + alternatives(request.partitions) + " have GPUs";
  }
  if (nodes.empty()) return;
  found.push_back(warning(context, place, "no GPU requested but " + nodes,
                          "the job would run on CPUs only",
                          way_to_one_gpu({}, script.script, request, context)));
}

}  // namespace

void check_gpu_missing(const ParsedScript& script, const ResourceRequest& request,
                       const LintContext& context, Diagnostics& found) {
  if (request.wants_gpus() || gpus_come_anyway(request, context.cluster)) return;
  const std::string why = "the job would run on CPUs only";
  if (compiles_for_gpus(script.script)) return;
  if (const std::optional<BodyWord> program = gpu_program(script.script)) {
    const bool amd = program->text.ends_with(".hip");
    const GpuPurpose purpose{amd ? Vendor::Amd : Vendor::Nvidia, std::nullopt};
    found.push_back(error(context, place_in_body(script.script, *program),
                          "no GPU requested but the script runs '" + program->text + "'", why,
                          way_to_one_gpu(purpose, script.script, request, context)));
    return;
  }
  const auto step = gpu_step(context);
  if (step && !request.exclusive && !context.cluster.gpus.empty()) {
    found.push_back(warning(context, place_in_body(script.script, {"srun", step->line}),
                            "no GPU requested but srun asks for one",
                            "a step gets what its job has",
                            way_to_one_gpu({}, script.script, request, context)));
    return;
  }
  for (const BodyWord& module : loaded_modules(script.script)) {
    const GpuPurpose purpose{vendor_of_module(module.text), cuda_of_module(module.text)};
    if (!purpose.vendor) continue;
    found.push_back(warning(context, place_in_body(script.script, module),
                            "no GPU requested but the script loads '" + module.text + "'", why,
                            way_to_one_gpu(purpose, script.script, request, context)));
    return;
  }
  check_nodes(script, request, context, found);
}

}  // namespace gpujob
