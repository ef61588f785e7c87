// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/lint/linter.h"

namespace gpujob {

/// What scripts are to be checked for.
struct LintRequest {
  PlaceFlags place;                 ///< site "auto": by what each script names
  std::vector<std::string> beside;  ///< options for sbatch
  bool strict = false, live = false, shellcheck = false;
};

/// The site, and what sbatch reads beside the script here: SBATCH_ variables, then the options that
/// were given, which win over them. Fails with ExitCode::Usage.
Result<LintAim> lint_aim(Session& session, const LintRequest& request);

/// Directories replaced by the scripts in them, '-' by standard input.
Result<std::vector<std::string>> files_to_lint(const World& world,
                                               const std::vector<std::string>& words);

}  // namespace gpujob
