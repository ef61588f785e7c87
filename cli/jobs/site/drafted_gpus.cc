// SPDX-License-Identifier: MIT
#include "jobs/site/drafted_gpus.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "jobs/site/model_name.h"

namespace gpujob {

/// The type that Slurm names so on the node; nothing if its model is not certain.
std::optional<DraftedGpu> DraftedGpus::type(const SlurmNode& node, const std::string& gres) const {
  if (!gres.empty()) {
    const GpuModel* const model = model_named(catalogue_, gres);
    if (model == nullptr) return std::nullopt;
    return DraftedGpu{gres, gres, model->id, {}};
  }
  // Without a type's name, a feature that names a model.
  std::optional<DraftedGpu> found;
  for (const std::string& feature : node.features) {
    const GpuModel* const model = model_named(catalogue_, feature);
    if (model == nullptr) continue;
    if (found) return std::nullopt;
    found = DraftedGpu{feature, "", model->id, {}};
  }
  return found;
}

std::vector<DraftedGpu> DraftedGpus::types_of(const SlurmNode& node) const {
  std::vector<DraftedGpu> types;
  for (const auto& [gres, count] : node.gpus) {
    auto one = gres.empty() && node.gpus.size() > 1 ? std::nullopt : type(node, gres);
    if (!one) return {};
    types.push_back(*std::move(one));
  }
  return types;
}

std::vector<const SlurmNode*> DraftedGpus::nodes_with(const std::string& key) const {
  std::vector<const SlurmNode*> nodes;
  for (const SlurmNodeGroup& group : groups_) {
    const std::vector<DraftedGpu> types = types_of(group.like);
    const bool has_it =
        std::any_of(types.begin(), types.end(), [&](const auto& type) { return type.key == key; });
    if (has_it) nodes.push_back(&group.like);
  }
  return nodes;
}

std::string DraftedGpus::common_feature(const DraftedGpu& gpu) const {
  std::set<std::string> common;
  bool is_first = true;
  for (const SlurmNode* node : nodes_with(gpu.key)) {
    std::set<std::string> here;
    for (const std::string& feature : node->features) {
      if (to_lower(feature) == to_lower(gpu.key) && (is_first || common.contains(feature))) {
        here.insert(feature);
      }
    }
    common = here;
    is_first = false;
  }
  return common.size() == 1 ? *common.begin() : "";
}

/// A bare chip that the catalogue has in several forms is one of them only if all nodes tell so.
void DraftedGpus::find_form(DraftedGpu& gpu) const {
  const GpuModel& chip = *catalogue_.find(gpu.model);
  const std::vector<const GpuModel*> forms = forms_of(catalogue_, chip);
  if (forms.empty()) return;
  std::set<const GpuModel*> told;
  for (const SlurmNode* node : nodes_with(gpu.key))
    told.insert(form_named(catalogue_, chip, gpu.key, node->features));
  if (told.size() == 1 && *told.begin() != nullptr) {
    gpu.model = (*told.begin())->id;
    return;
  }
  for (const GpuModel* form : forms) gpu.forms.push_back(form->id);
}

std::vector<DraftedGpu> DraftedGpus::all() const {
  std::map<std::string, DraftedGpu> by_key;
  for (const SlurmNodeGroup& group : groups_) {
    for (const DraftedGpu& gpu : types_of(group.like)) by_key.emplace(gpu.key, gpu);
  }
  std::vector<DraftedGpu> types;
  for (auto& [key, gpu] : by_key) {
    find_form(gpu);
    types.push_back(std::move(gpu));
  }
  return types;
}

}  // namespace gpujob
