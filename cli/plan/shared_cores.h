// SPDX-License-Identifier: MIT
#pragma once

#include "plan/draft.h"

namespace gpujob {

/// Warns of other runs on the cores that this one would be timed on: without a scheduler nobody
/// keeps them apart.
void check_shared_cores(Draft& draft);

}  // namespace gpujob
