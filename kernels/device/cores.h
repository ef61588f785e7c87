// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <sched.h>

namespace gpujob {

/// Cores in this process's affinity mask, and no more than SLURM_CPUS_PER_TASK: at a center that
/// does not bind tasks, the request still counts.
inline int allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  if (const char* asked = std::getenv("SLURM_CPUS_PER_TASK")) {
    const long limit = std::strtol(asked, nullptr, 10);
    if (limit > 0 && limit < cores) cores = static_cast<int>(limit);
  }
  return cores < 1 ? 1 : cores;
}

}  // namespace gpujob
