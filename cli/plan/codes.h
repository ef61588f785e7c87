// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace gpujob {

/// A check that needs the user's intent: one row per code, "gp2nn".
struct PlanCode {
  std::string_view code;
  std::string_view title;  ///< "backend does not run on the GPU's vendor"
};

std::span<const PlanCode> plan_codes();

}  // namespace gpujob
