// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/job_plan.h"
#include "script/sbatch_options.h"

namespace gpujob {

/// Checks the user's own options for sbatch, given after `--`: sbatch must know them, and neither
/// the plan nor gpujob itself may set them. Fails with ExitCode::Usage.
Status check_sbatch_words(const std::vector<std::string>& words, const JobPlan& plan,
                          const KnownOptions& known = {});

}  // namespace gpujob
