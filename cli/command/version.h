// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gpujob {

constexpr std::string_view program_version = GPUJOB_VERSION;

/// The day that manual pages bear.
constexpr std::string_view release_day = "2026-11-21";

}  // namespace gpujob
