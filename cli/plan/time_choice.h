// SPDX-License-Identifier: MIT
#pragma once

#include "plan/draft.h"

namespace gpujob {

/// How long a job may run and why; sets the plan's time and the seconds that one launch may sample.
/// Computation, launches and build step must be in the plan. Fails with ExitCode::Usage where no
/// time is given and the manifest has no estimate.
Result<SourcedValue> choose_time(Draft& draft);

}  // namespace gpujob
