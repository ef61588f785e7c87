// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/run_command.h"

namespace gpujob {

struct WaitOptions : CommonOptions {
  Seconds timeout{0};  ///< 0: none
};

Result<WaitOptions> parse_wait(const Arguments& arguments);

}  // namespace gpujob
