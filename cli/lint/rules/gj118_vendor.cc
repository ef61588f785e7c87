// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"
#include "lint/vendor.h"

// Modules and programs of this project against the GPUs that the job gets. An error if all of those
// are another vendor's. A warning if the request leaves the GPU open and some would not suit, or if
// that CUDA does not compile for the model (a module may be loaded for its libraries only). Silent
// if something outside the profile selects the nodes: a reservation, a node list, an unknown
// feature.

namespace gpujob {

namespace {

using Types = std::vector<const GpuType*>;

bool serves(const GpuType* type, Vendor vendor) {
  return vendor_of_model(type->model) == vendor;
}

/// May the job land on any of the shapes, as far as the profile knows?
bool is_open(const ParsedScript& script, const ResourceRequest& request, const Cluster& cluster) {
  for (const char* option : {"reservation", "nodelist", "nodefile", "exclude"}) {
    if (script.script.find(option) != nullptr) return false;
  }
  if (request.lines.constraint.line == 0) return true;
  if (!request.constraint) return false;
  const std::vector<std::string> known = known_features(cluster);
  const std::vector<std::string>& named = request.constraint->features();
  return std::all_of(named.begin(), named.end(),
                     [&](const std::string& feature) { return contains(known, feature); });
}

/// Something that needs a vendor's GPUs: "module 'CUDA/12.1.1'", its place and the alternative.
struct Need {
  std::string what;
  Vendor vendor = Vendor::Nvidia;
  ScriptPlace place;
  std::string instead;
};

std::vector<Need> needs_of(const BatchScript& script) {
  std::vector<Need> needs;
  for (const BodyWord& module : loaded_modules(script)) {
    if (const std::optional<Vendor> vendor = vendor_of_module(module.text)) {
      needs.push_back({"module '" + module.text + "'", *vendor, place_in_body(script, module),
                       "load that vendor's modules"});
    }
  }
  if (const std::optional<BodyWord> program = gpu_program(script)) {
    const bool amd = program->text.ends_with(".hip");
    needs.push_back({"'" + program->text + "'", amd ? Vendor::Amd : Vendor::Nvidia,
                     place_in_body(script, *program), "run the program built for those"});
  }
  return needs;
}

/// Reports the first need that some of the GPUs do not meet; false if all are met.
bool report_vendor(const ParsedScript& script, const Types& types, const ResourceRequest& request,
                   const LintContext& context, Diagnostics& found) {
  for (const Need& need : needs_of(script.script)) {
    const auto other = std::find_if(types.begin(), types.end(), [&](const GpuType* type) {
      return !serves(type, need.vendor);
    });
    if (other == types.end()) continue;
    const std::string problem = need.what + " is for " + vendor_name(need.vendor) + " GPUs";
    const std::string theirs = vendor_name(vendor_of_model((*other)->model).value());
    const bool some = std::any_of(types.begin(), types.end(),
                                  [&](const GpuType* type) { return serves(type, need.vendor); });
    if (!some) {
      found.push_back(
          error(context, need.place, problem, "the job gets " + theirs + " GPUs", need.instead));
      return true;
    }
    if (!is_open(script, request, context.cluster)) continue;
    found.push_back(warning(context, need.place, problem, "the job may get one from " + theirs,
                            keep_to_vendor(need.vendor, request, context.cluster)));
    return true;
  }
  return false;
}

void report_version(const ParsedScript& script, const Types& types, const ResourceRequest& request,
                    const LintContext& context, Diagnostics& found) {
  for (const BodyWord& module : loaded_modules(script.script)) {
    const std::optional<int> major = cuda_of_module(module.text);
    if (!major) continue;
    for (const GpuType* type : types) {
      const GpuModel* model = context.models->find(type->model);
      const std::string limit = model == nullptr ? "" : toolkit_limit(*model, *major);
      if (limit.empty() || (types.size() > 1 && !is_open(script, request, context.cluster)))
        continue;
      found.push_back(warning(context, place_in_body(script.script, module),
                              "module '" + module.text + "' does not compile for " + model->name,
                              limit + (types.size() > 1 ? ", and the job may get one" : ""),
                              "load another CUDA, or ask for another type of GPU"));
      return;
    }
  }
}

}  // namespace

void check_vendor(const ParsedScript& script, const ResourceRequest& request,
                  const LintContext& context, Diagnostics& found) {
  if (!request.wants_gpus() && !gpus_come_anyway(request, context.cluster)) return;
  const Types types = gpu_types_of(request.shapes, context.cluster);
  if (types.empty() || report_vendor(script, types, request, context, found)) return;
  if (context.models != nullptr) report_version(script, types, request, context, found);
}

}  // namespace gpujob
