// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"

namespace gpujob {

/// The quality of service in which the job is charged for the fewest GPUs, of those whose charge
/// the profile states and whose limits it keeps; nothing if the user names one, if
/// the charges of fewer than two are known, or if the center's default is as cheap.
std::optional<SourcedValue> choose_qos(const Draft& draft, const std::optional<GpuChoice>& gpu,
                                       const std::string& time);

}  // namespace gpujob
