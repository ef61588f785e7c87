// SPDX-License-Identifier: MIT
#pragma once

#include "plan/draft.h"

namespace gpujob {

/// SBATCH_* and SLURM_* variables of the user's shell that gpujob does not pass on (gp216): a
/// warning where sbatch itself would have obeyed them, else a note.
void check_shell_variables(Draft& draft);

}  // namespace gpujob
