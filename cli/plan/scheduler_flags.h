// SPDX-License-Identifier: MIT
#pragma once

#include "plan/draft.h"

namespace gpujob {

/// What only a scheduler could do is asked where there is none (gp226): several nodes and options
/// for sbatch are errors; flags that change nothing are one warning.
void check_scheduler_flags(Draft& draft);

}  // namespace gpujob
