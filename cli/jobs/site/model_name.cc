// SPDX-License-Identifier: MIT
#include "jobs/site/model_name.h"

#include "base/text.h"

namespace gpujob {

namespace {

/// The chip of a model's id, without its maker.
std::string chip_of(const std::string& id) {
  return id.substr(id.find('-') + 1);
}

/// Does the name (small letters, '-' for '_') mean this chip, with or without its form?
bool means_chip(const std::string& name, const std::string& chip) {
  return name == chip || name.starts_with(chip + "-");
}

/// The slice `profile` ("1g.5gb") of the GPUs that `whole` names; all GPUs if it is empty.
const GpuModel* slice_named(const GpuCatalogue& catalogue, const std::string& whole,
                            const std::string& profile) {
  const std::string end = "-" + replace_all(profile, ".", "-");
  const GpuModel* found = nullptr;
  for (const GpuModel& model : catalogue.models()) {
    if (model.slice_of.empty() || !model.id.ends_with(end)) continue;
    const std::string chip = chip_of(model.slice_of);
    // The bare chip may be any of its forms.
    if (!whole.empty() && !means_chip(whole, chip) && !chip.starts_with(whole + "-")) continue;
    if (found != nullptr) return nullptr;
    found = &model;
  }
  return found;
}

}  // namespace

const GpuModel* model_named(const GpuCatalogue& catalogue, const std::string& name) {
  std::string wanted = replace_all(to_lower(name), "_", "-");
  for (const std::string_view maker : {"nvidia-", "amd-", "tesla-", "rtx-"}) {
    if (wanted.starts_with(maker)) wanted.erase(0, maker.size());
  }
  if (wanted.find("g.") != std::string::npos) {
    const std::size_t dash = wanted.rfind('-');
    std::string whole = dash == std::string::npos ? "" : wanted.substr(0, dash);
    if (whole.ends_with("-mig")) whole.resize(whole.size() - 4);
    return slice_named(catalogue, whole, wanted.substr(dash + 1));
  }
  const GpuModel* best = nullptr;
  for (const GpuModel& model : catalogue.models()) {
    if (!model.slice_of.empty() || !means_chip(wanted, chip_of(model.id))) continue;
    if (best == nullptr || best->id.size() < model.id.size()) best = &model;
  }
  return best;
}

}  // namespace gpujob
