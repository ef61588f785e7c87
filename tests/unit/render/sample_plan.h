// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plan/job_plan.h"
#include "render/template_set.h"

namespace gpujob {

/// The project's own templates.
TemplateSet installed_templates();

/// A whole plan for one GPU of an imaginary cluster.
JobPlan sample_plan();

/// The same on this machine, without a scheduler.
JobPlan sample_local_plan(const std::string& run_directory, const std::string& libexec);

BuildPlan sample_build();

/// The text of job.sh, by version 0.1.0.
Result<std::string> job_text(const JobPlan& plan, const TemplateSet& templates);

}  // namespace gpujob
