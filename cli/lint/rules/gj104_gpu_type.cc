// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"
#include "script/option_value.h"

// Type names are case-sensitive in Slurm. If the profile does not know the name of every type, only
// the chips of other models are found.

namespace gpujob {

namespace {

/// An id without its vendor.
std::string chip_of(const std::string& model) {
  return model.substr(model.find('-') + 1);
}

/// The chips of the catalogue that the cluster does not have.
std::vector<std::string> other_chips(const LintContext& context) {
  std::vector<std::string> chips;
  if (context.models == nullptr) return chips;
  for (const GpuModel& model : context.models->models()) {
    const auto has = [&](const GpuType& gpu) { return gpu.model == model.id; };
    const std::vector<GpuType>& here = context.cluster.gpus;
    if (std::none_of(here.begin(), here.end(), has)) chips.push_back(chip_of(model.id));
  }
  return chips;
}

std::vector<std::string> keys_of(const Cluster& cluster) {
  std::vector<std::string> keys;
  for (const GpuType& gpu : cluster.gpus) keys.push_back(gpu.key);
  return keys;
}

std::string known_gpus(const Cluster& cluster) {
  return format("{} has {}", cluster.name, join(keys_of(cluster), ", "));
}

/// `--gres=MODEL:1`, with one of `models`.
void check_model_as_resource(const ParsedScript& script, const std::vector<std::string>& models,
                             const LintContext& context, Diagnostics& found) {
  const Directive* gres = script.script.find("gres");
  if (gres == nullptr || !gres->value) return;
  for (const std::string_view item : split(*gres->value, ',')) {
    const std::string name(item.substr(0, item.find(':')));
    if (!contains(models, to_lower(name))) continue;
    found.push_back(over_limit(context, gres->place(),
                               format("--gres: '{}' is a GPU model, not a resource", name),
                               known_gpus(context.cluster)));
  }
}

/// A type where the center uses no type names.
void check_untyped(const ParsedScript& script, const ResourceRequest& request,
                   const LintContext& context, Diagnostics& found) {
  for (const GpuRequest& gpu : request.gpu_requests) {
    if (gpu.type.empty()) continue;
    const Directive& option = *script.script.find(gpu.option);
    const std::string bare = replace_all(*option.value, gpu.type + ":", "");
    const bool counted = bare != *option.value;
    found.push_back(over_limit(
        context, gpu.place, "no GPU type '" + gpu.type + "'",
        context.cluster.name + " uses no type names",
        counted ? format("write '--{}={}'", gpu.option, bare) : "give the number of GPUs only"));
    if (counted) found.back().edit = value_edit(option, bare);
  }
  std::vector<std::string> models = other_chips(context);
  for (const std::string& key : keys_of(context.cluster)) models.push_back(to_lower(key));
  check_model_as_resource(script, models, context, found);
}

/// A GPU that the cluster does not have, where its type names are unknown.
void check_chip(const ParsedScript& script, const ResourceRequest& request,
                const LintContext& context, Diagnostics& found) {
  const std::vector<std::string> keys = keys_of(context.cluster);
  std::vector<std::string> chips = other_chips(context);
  std::erase_if(chips, [&](const std::string& chip) { return contains(keys, chip); });
  for (const GpuRequest& gpu : request.gpu_requests) {
    if (gpu.type.empty()) continue;
    if (!contains(keys, gpu.type) && contains(chips, to_lower(gpu.type))) {
      found.push_back(over_limit(context, gpu.place, "no GPU type '" + gpu.type + "'",
                                 known_gpus(context.cluster)));
      continue;
    }
    found.push_back(note(context, gpu.place, "GPU type '" + gpu.type + "' may not exist",
                         format("no type names of {} are known", context.cluster.name),
                         "leave the type out if sbatch refuses it"));
  }
  check_model_as_resource(script, chips, context, found);
}

/// `--gres=TYPE:1`, where it should be `gpu:TYPE:1`.
void check_gres_name(const Directive* gres, const std::vector<std::string>& types,
                     const LintContext& context, Diagnostics& found) {
  if (gres == nullptr || !gres->value) return;
  for (const std::string_view item : split(*gres->value, ',')) {
    const std::string name(item.substr(0, item.find(':')));
    const std::optional<std::string> type = other_capitals(name, types);
    if (!type) continue;
    const std::string meant = format("gpu:{}{}", *type, item.substr(name.size()));
    found.push_back(error(context, gres->place(),
                          format("--gres: '{}' is a GPU type, not a resource", name),
                          "sbatch refuses: \"Invalid generic resource (gres) specification\"",
                          format("write '{}'", meant)));
    std::string corrected;
    for (const std::string_view other : split(*gres->value, ',')) {
      corrected += corrected.empty() ? "" : ",";
      corrected += other == item ? std::string_view(meant) : other;
    }
    found.back().edit = value_edit(*gres, corrected);
  }
}

/// gj127 says that the template's "N" is still there.
bool is_left_open(const ParsedScript& script, const GpuRequest& gpu) {
  const auto problem = value_problem(*script.script.find(gpu.option));
  return problem && problem->kind == ValueProblem::Kind::Template;
}

}  // namespace

void check_gpu_type(const ParsedScript& script, const ResourceRequest& request,
                    const LintContext& context, Diagnostics& found) {
  const std::vector<GpuType>& gpus = context.cluster.gpus;
  std::vector<std::string> types;
  types.reserve(gpus.size());
  for (const GpuType& gpu : gpus) types.push_back(gpu.gres);
  if (types.empty()) return;
  if (std::all_of(gpus.begin(), gpus.end(), [](const GpuType& gpu) { return gpu.no_gres; })) {
    return check_untyped(script, request, context, found);
  }
  if (contains(types, "")) return check_chip(script, request, context, found);
  std::sort(types.begin(), types.end());
  types.erase(std::unique(types.begin(), types.end()), types.end());
  check_gres_name(script.script.find("gres"), types, context, found);
  for (const GpuRequest& gpu : request.gpu_requests) {
    if (gpu.type.empty() || contains(types, gpu.type) || is_left_open(script, gpu)) continue;
    found.push_back(
        error(context, gpu.place, "no GPU type '" + gpu.type + "'",
              format("{} has {}; capitals count", context.cluster.name, join(types, ", ")),
              did_you_mean(gpu.type, types)));
    const Directive* option = script.script.find(gpu.option);
    const std::optional<std::string> meant = other_capitals(gpu.type, types);
    if (option == nullptr || !meant) continue;
    found.back().edit = value_edit(*option, with_name(*option->value, gpu.type, *meant));
  }
}

}  // namespace gpujob
