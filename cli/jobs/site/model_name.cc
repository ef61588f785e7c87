// SPDX-License-Identifier: MIT
#include "jobs/site/model_name.h"

#include <algorithm>

#include "base/text.h"

namespace gpujob {

namespace {

/// The chip of a model's id, without its maker.
std::string chip_of(const std::string& id) {
  return id.substr(id.find('-') + 1);
}

/// In small letters, with '-' for '_', without the maker.
std::string plain_name(const std::string& name) {
  std::string plain = replace_all(to_lower(name), "_", "-");
  for (const std::string_view maker : {"nvidia-", "amd-", "tesla-", "rtx-"}) {
    if (plain.starts_with(maker)) plain.erase(0, maker.size());
  }
  return plain;
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

/// The words after the chip in a name; of one that does not begin with it "80g" in "hbm80g".
std::vector<std::string> words_after(const std::string& chip, const std::string& name) {
  const std::string plain = plain_name(name);
  std::vector<std::string> words;
  if (means_chip(plain, chip)) {
    for (const std::string_view word : split(std::string_view(plain).substr(chip.size()), '-'))
      words.emplace_back(word);
    return words;
  }
  for (const std::string_view memory : {"hbm", "vram", "gpu"}) {
    const bool is_size = plain.starts_with(memory) && plain.find('g', memory.size()) != plain.npos;
    if (is_size) words.push_back(plain.substr(memory.size()));
  }
  return words;
}

/// Bytes of "80", "80g", "80gb"; 0 of another word.
double memory_in(std::string_view word) {
  constexpr double kGib = 1024.0 * 1024.0 * 1024.0;
  for (const std::string_view unit : {"gib", "gb", "g"}) {
    if (!word.ends_with(unit)) continue;
    word.remove_suffix(unit.size());
    break;
  }
  return static_cast<double>(parse_integer(word).value_or(0)) * kGib;
}

/// Is the word one of the form's own ("sxm")?
bool is_own_word(const GpuModel& form, std::string_view word) {
  return contains(split(form.id, '-'), word);
}

}  // namespace

std::vector<const GpuModel*> forms_of(const GpuCatalogue& catalogue, const GpuModel& chip) {
  std::vector<const GpuModel*> forms;
  for (const GpuModel& model : catalogue.models()) {
    if (model.slice_of.empty() && model.id.starts_with(chip.id + "-")) forms.push_back(&model);
  }
  return forms;
}

const GpuModel* form_named(const GpuCatalogue& catalogue, const GpuModel& chip,
                           const std::string& name, const std::vector<std::string>& features) {
  const std::vector<const GpuModel*> forms = forms_of(catalogue, chip);
  std::vector<std::string> words = words_after(chip_of(chip.id), name);
  for (const std::string& feature : features) {
    for (std::string& word : words_after(chip_of(chip.id), feature)) words.push_back(word);
  }
  // Words that no form has, as of the kind of memory, tell nothing.
  std::erase_if(words, [&](const std::string& word) {
    return word != "pcie" && memory_in(word) == 0 &&
           std::none_of(forms.begin(), forms.end(),
                        [&](const GpuModel* form) { return is_own_word(*form, word); });
  });
  const GpuModel* found = nullptr;
  for (const GpuModel* form : forms) {
    const bool fits = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return is_own_word(*form, word) || form->memory_bytes == memory_in(word);
    });
    if (!fits || words.empty()) continue;
    if (found != nullptr) return nullptr;
    found = form;
  }
  return found;
}

const GpuModel* model_named(const GpuCatalogue& catalogue, const std::string& name) {
  const std::string wanted = plain_name(name);
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
