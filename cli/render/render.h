// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "plan/job_plan.h"
#include "render/templates.h"
#include "script/batch_script.h"

namespace gpujob {

/// job.sh of a plan. The text is parsed again and must give back the plan's options and command;
/// a difference is a failure (ExitCode::Invalid), never a script. `version` is gpujob's.
Result<std::string> render_job(const JobPlan& plan, const TemplateSet& templates,
                               const std::string& version);

/// build.sh of a build plan, checked in the same way.
Result<std::string> render_build(const BuildPlan& build, const TemplateSet& templates,
                                 const std::string& version);

}  // namespace gpujob
