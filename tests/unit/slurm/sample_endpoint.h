// SPDX-License-Identifier: MIT
#pragma once

#include "slurm/endpoint.h"

namespace gpujob {

inline Endpoint endpoint_of(const char* sbatch = "/usr/bin/sbatch") {
  Endpoint endpoint;
  endpoint.sbatch = sbatch;
  return endpoint;
}

}  // namespace gpujob
