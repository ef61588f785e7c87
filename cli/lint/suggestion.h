// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "profile/site.h"

namespace gpujob {

/// The directive that asks this cluster for one GPU, in its own words: "#SBATCH --gpus=1".
std::string one_gpu_directive(const Cluster& cluster);

}  // namespace gpujob
