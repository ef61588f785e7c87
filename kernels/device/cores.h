// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <sched.h>

namespace gpujob {

/// Cores that the affinity of this process leaves it, and no more than SLURM_CPUS_PER_TASK: a
/// center that binds nothing still means what the job asked for.
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
