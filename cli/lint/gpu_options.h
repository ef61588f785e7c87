// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "lint/resource_request.h"
#include "script/batch_script.h"

namespace gpujob {

/// The GPU requests of all directives, in their order. Where an option is given twice the last
/// counts, as for sbatch.
std::vector<GpuRequest> gpu_requests(const BatchScript& script);

}  // namespace gpujob
