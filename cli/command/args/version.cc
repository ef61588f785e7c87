// SPDX-License-Identifier: MIT
#include "command/args/version.h"

namespace gpujob {

constinit const std::string_view program_version = GPUJOB_VERSION;
constinit const std::string_view release_day = "2026-11-21";

}  // namespace gpujob
