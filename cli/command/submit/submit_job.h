// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "command/args/command.h"

namespace gpujob {

/// What 'gpujob submit' does; with `run_id` the one run gets that id.
CommandResult submit_job(const Arguments& arguments, World& world, const std::string& run_id);

}  // namespace gpujob
