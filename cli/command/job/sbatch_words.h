// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/job_plan.h"

namespace gpujob {

/// The user's own options for sbatch, what stood after `--`: known to sbatch, and none that the
/// plan sets or that gpujob needs for itself. Fails with ExitCode::Usage.
Status check_sbatch_words(const std::vector<std::string>& words, const JobPlan& plan);

}  // namespace gpujob
