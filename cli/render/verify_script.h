// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/job_plan.h"
#include "script/parse.h"

namespace gpujob {

/// Reads a rendered job.sh as sbatch and bash would and compares with the plan: shebang, options,
/// exported variables, modules, program and the command of a launch. Any difference is a failure.
/// Returns what sbatch reads.
Result<ParsedScript> check_job_script(const std::string& text, const JobPlan& plan);

/// The same for the script of an array: shebang, `options`, and the directory of its tasks.
Result<ParsedScript> check_array_script(const std::string& text, const JobPlan& first,
                                        const std::vector<PlannedOption>& options);

/// The same for build.sh: options, modules, compiler call.
Status check_build_script(const std::string& text, const BuildPlan& build);

}  // namespace gpujob
