// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"
#include "command/job/job.h"

namespace gpujob {

/// What 'gpujob submit' does; the runs get the given ids, if there are such.
CommandResult submit_job(const Arguments& arguments, World& world, const GivenIds& ids);

}  // namespace gpujob
