// SPDX-License-Identifier: MIT
#pragma once

#include "plan/resolve.h"

namespace gpujob {

/// How a program is built at a center, and why so: what `gpujob build` runs.
struct BuildResolution {
  BuildPlan build;
  JobPlan job;        ///< if `build` is a job; only what a job without a run id needs
  std::string ready;  ///< path of the program where there is nothing to compile; `build` then only
                      ///< names workload and backend
  Explanation explanation;
  Diagnostics diagnostics;  ///< warnings and notes only
};

/// The build of the workload's program for the request's GPU and backend, whether or not one
/// exists. A build that must be a job has its directives in `build.options` (one GPU, one task,
/// a short time); `output` and `error` are not among them. Its name says what is built, so that the
/// same build has the same name every time. Fails like `resolve`. A program in
/// Python and a user's own command are not compiled: a note then says what a job will start.
Result<BuildResolution> resolve_build(const Request& request, const ResolveInput& input);

}  // namespace gpujob
