// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gpujob {

/// "0.1.0"
extern const std::string_view kProgramVersion;

}  // namespace gpujob
