// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/job_plan.h"

namespace gpujob {

/// Checks the user's own options for sbatch, given after `--`: sbatch of this release must know
/// them (empty: of any), and neither the plan nor gpujob itself may set them. Fails with
/// ExitCode::Usage.
Status check_sbatch_words(const std::vector<std::string>& words, const JobPlan& plan,
                          const std::string& release = "");

}  // namespace gpujob
