// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/draft.h"

// Checks of a request and its surroundings that need no choice of the plan.

namespace gpujob {

/// SBATCH_* and SLURM_* variables of the user's shell that gpujob does not pass on (gp216): a
/// warning where sbatch itself would have obeyed them, else a note.
void check_shell_variables(Draft& draft);

/// Warns of other runs on the cores that this one would be timed on (gp224): without a scheduler
/// nothing keeps them apart.
void check_shared_cores(Draft& draft);

/// Flags that need a scheduler on a machine without one (gp226): several nodes and options for
/// sbatch are errors; flags without effect are one warning.
void check_scheduler_flags(Draft& draft);

/// Fails with ExitCode::Usage for an --array without indices; one that the cluster does not allow
/// is gp230.
Status check_array(Draft& draft);

/// Is the cluster still in service? A retired one is an error (gp211) only if the center itself
/// says so and the user did not allow it; everything less certain is a warning (gp211, gp212).
void check_cluster_status(Draft& draft);

/// A note (gp231) where the profile has not been read for a year.
std::optional<Diagnostic> age_of_facts(const Draft& draft);
/// A warning (gp233) while the profile has facts that were copied from another site's.
void check_copied_facts(Draft& draft);

}  // namespace gpujob
