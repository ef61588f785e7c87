// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/draft.h"
#include "plan/resolution.h"

namespace gpujob {

/// By the center's rates; nothing where it states none for such a job. It is explained.
std::optional<JobCharge> charge_of(Draft& draft);

/// "16.7 GPU-hour"
std::string charge_text(const JobCharge& charge);

}  // namespace gpujob
