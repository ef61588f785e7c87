// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plan/draft.h"

namespace gpujob {

/// How the program is started: launcher, arguments, and the variables that its report repeats.
/// Everything else must be in the plan. `stack` may be null.
void describe_launch(Draft& draft, const Stack* stack);

/// Program and libexec for a workload that is the user's own command. Fails with
/// ExitCode::Invalid if the command does not begin with an absolute path, or with one inside of the
/// folder to be carried.
Status take_own_command(Draft& draft);

}  // namespace gpujob
