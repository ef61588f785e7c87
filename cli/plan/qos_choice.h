// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/gpu_choice.h"

namespace gpujob {

/// The names of those that the job may ask for in some partition: the user's, or the center's
/// default, then the others of which is known what they charge. "": none is asked for.
std::vector<std::string> possible_qos(const Draft& draft);

/// The quality of service in which the job is charged for the fewest GPUs, of those whose charge
/// the profile states and whose limits and partitions it keeps; nothing if the user names one, if
/// the charges of fewer than two are known, or if the center's default is as cheap. The plan's GPUs
/// are those that come with it (gp214).
std::optional<SourcedValue> choose_qos(Draft& draft, const std::optional<GpuChoice>& gpu,
                                       const std::string& time);

}  // namespace gpujob
