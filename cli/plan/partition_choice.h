// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/gpu_choice.h"

namespace gpujob {

/// The partition to name in the script; nothing if Slurm's default is right or the center
/// forbids naming one. Sets the plan's partition to the one the job will run in, as far as known.
std::optional<SourcedValue> choose_partition(Draft& draft, const std::optional<GpuChoice>& gpu);

/// Is the GPU type in a partition that takes batch jobs? True if its partitions are unknown.
bool for_batch(const Cluster& cluster, const GpuType& type);

}  // namespace gpujob
