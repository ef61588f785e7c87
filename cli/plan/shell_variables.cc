// SPDX-License-Identifier: MIT
#include "plan/shell_variables.h"

#include <string>
#include <vector>

#include "base/format.h"

namespace gpujob {

namespace {

void report_names(Draft& draft, const std::vector<std::string>& names, Severity severity) {
  if (names.empty()) return;
  draft.report(
      {"gp216", severity, "environment",
       format("{} {} set in this shell", join(names, ", "), names.size() == 1 ? "is" : "are"),
       "the job does not get what they say",
       severity == Severity::Warning ? "say it with the flags of the same names" : "", ""});
}

}  // namespace

void check_shell_variables(Draft& draft) {
  std::vector<std::string> of_sbatch;
  std::vector<std::string> others;
  for (const std::string& name : draft.request.slurm_variables)
    (name.starts_with("SBATCH_") ? of_sbatch : others).push_back(name);
  report_names(draft, of_sbatch, Severity::Warning);
  report_names(draft, others, Severity::Note);
}

}  // namespace gpujob
