// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gpujob {

/// "0.1.0"
extern const std::string_view program_version;

/// The date printed on manual pages.
extern const std::string_view release_day;

}  // namespace gpujob
