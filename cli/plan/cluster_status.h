// SPDX-License-Identifier: MIT
#pragma once

#include "plan/draft.h"

namespace gpujob {

/// Is the cluster still there? A retired one is an error (gp211) only where the center itself says
/// so and the user did not allow it; every other doubt is a warning (gp211, gp212).
void check_cluster_status(Draft& draft);

}  // namespace gpujob
