// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "plan/job_plan.h"
#include "render/template_set.h"
#include "script/parse.h"

// All of these fail with ExitCode::Invalid; `version` is gpujob's. Templates needed: job.sh,
// build.sh, run.sh, and the parts they are made of: modules.sh, spack.sh, venv.sh,
// conda.sh, variables.sh, build_step.sh.

namespace gpujob {

/// job.sh as text, and as sbatch reads it.
struct JobScript {
  std::string text;
  ParsedScript parsed;
};

/// job.sh of a plan. The text is parsed again and must give back the plan's options, environment,
/// modules and command; a difference is a failure, never a script. A job on the local executor
/// has the same script without directives. Where the plan has a build in the job, build.sh must
/// lie beside it in the run directory.
Result<JobScript> render_job(const JobPlan& plan, const TemplateSet& templates,
                             const std::string& version);

/// The script of an array of `tasks` runs, of which `first` is one, at most `throttle` of them at
/// a time (0: any number). It has the directives of the runs, and task i is the job.sh of the run
/// that `task-<i>` in the array's directory links to. Checked in the same way.
struct ArrayPlan {
  JobPlan first;
  std::size_t tasks = 0;
  int throttle = 0;
};
Result<JobScript> render_array(const ArrayPlan& array, const TemplateSet& templates,
                               const std::string& version);

/// The directives of an array's script.
std::vector<PlannedOption> array_options(const ArrayPlan& array);

/// build.sh of a build plan, checked in the same way.
Result<std::string> render_build(const BuildPlan& build, const TemplateSet& templates,
                                 const std::string& version);

/// The script that makes a Python environment; whatever was in its directory is removed first. The
/// same plan gives the same text, by every version.
Result<std::string> render_environment(const EnvironmentPlan& plan, const TemplateSet& templates);

/// run.sh of a bundle, a folder with job.sh and perhaps build.sh whose plan has relative paths:
/// builds where the plan says so, then starts the job.
Result<std::string> render_run(const JobPlan& plan, const TemplateSet& templates,
                               const std::string& version);

/// What sbatch writes the job's output to, as directives: `<run directory>/job.%j.0.out` and
/// `.err`. None on the local executor, where the caller redirects to the same names.
std::vector<PlannedOption> output_options(const JobPlan& plan);

/// The command of a user's own job: its script in the run directory, or the command itself.
std::vector<std::string> payload_command(const JobPlan& plan);

/// The directives of build.sh: the plan's, and where sbatch writes what the compiler says,
/// `<program>.%j.out`. None unless the build is a separate job.
std::vector<PlannedOption> build_options(const BuildPlan& build);

}  // namespace gpujob
