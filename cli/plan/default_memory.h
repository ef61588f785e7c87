// SPDX-License-Identifier: MIT
#pragma once

#include "plan/draft.h"

namespace gpujob {

/// Does the workload fit in the host memory that a job gets which names none? Warns if not (gp229).
/// Needs the finished plan: what the profile's request asks for counts.
void check_default_memory(Draft& draft);

}  // namespace gpujob
