// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "profile/gpu_catalogue.h"

namespace gpujob {

/// The model of the catalogue that a name of Slurm means, in any case of letters, with or without
/// the maker and the form ("nvidia_CHIP_80gb_pcie"), or the slice of one ("CHIP_1g.5gb"); nullptr
/// if none or several do.
const GpuModel* model_named(const GpuCatalogue& catalogue, const std::string& name);

/// The forms that the catalogue has of a bare chip: "nvidia-CHIP-40gb", "nvidia-CHIP-sxm".
std::vector<const GpuModel*> forms_of(const GpuCatalogue& catalogue, const GpuModel& chip);

/// The one form of the chip that GPUs called `name`, on nodes with these features, can have by the
/// memory and the words in them ("CHIP_80", "hbm80g"); nullptr if that is not certain.
const GpuModel* form_named(const GpuCatalogue& catalogue, const GpuModel& chip,
                           const std::string& name, const std::vector<std::string>& features);

}  // namespace gpujob
