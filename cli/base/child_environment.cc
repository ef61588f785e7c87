// SPDX-License-Identifier: MIT
#include "base/child_environment.h"

#include <algorithm>
#include <array>

namespace gpujob {

Environment child_environment(const Environment& ours) {
  constexpr std::array<std::string_view, 8> kDropped{"SACCT_",    "SALLOC_", "SBATCH_", "SCANCEL_",
                                                     "SCONTROL_", "SINFO_",  "SLURM_",  "SQUEUE_"};
  Environment child;
  for (const auto& [name, value] : ours) {
    const bool dropped = std::any_of(
        kDropped.begin(), kDropped.end(),
        [&variable = name](std::string_view prefix) { return variable.starts_with(prefix); });
    if (!dropped) child.emplace(name, value);
  }
  child["LC_ALL"] = "C";
  child["TZ"] = "UTC";
  return child;
}

}  // namespace gpujob
