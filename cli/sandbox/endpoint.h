// SPDX-License-Identifier: MIT
#pragma once

#include "sandbox/record.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// Where jobs for this sandbox go. The added environment lets CPU programs stand in for GPU
/// programs (GPUJOB_LIBEXEC) and gives jobs the site's modules (BASH_ENV).
Endpoint endpoint_of(const SandboxRecord& record);

}  // namespace gpujob
