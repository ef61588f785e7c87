// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "profile/gpu_catalogue.h"

namespace gpujob {

/// The model of the catalogue that a name of Slurm means, in any case of letters, with or without
/// the maker and the form ("nvidia_CHIP_80gb_pcie"), or the slice of one ("CHIP_1g.5gb"); nullptr
/// if none or several do.
const GpuModel* model_named(const GpuCatalogue& catalogue, const std::string& name);

}  // namespace gpujob
