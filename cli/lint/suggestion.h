// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "lint/lint.h"
#include "lint/resource_request.h"
#include "lint/vendor.h"
#include "profile/site.h"

namespace gpujob {

/// What the GPU is for, as far as the script shows it.
struct GpuPurpose {
  std::optional<GpuVendor> vendor;
  std::optional<int> cuda;  ///< major version
};

/// What to change in a script that asks for no GPU to get one that serves the purpose, by the
/// center's own spelling: "add '#SBATCH --partition=… --gpus=…'". Of several types the one of which
/// there are most, on the nodes that the script asks for if they have any.
std::string way_to_one_gpu(const GpuPurpose& purpose, const BatchScript& script,
                           const ResourceRequest& request, const LintContext& context);

}  // namespace gpujob
