// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "lint/lint.h"
#include "lint/resource_request.h"
#include "lint/vendor.h"
#include "profile/site.h"

namespace gpujob {

/// What the script needs a GPU for, as far as it shows.
struct GpuPurpose {
  std::optional<Vendor> vendor;
  std::optional<int> cuda;  ///< major version
};

/// How to change a script without a GPU request to get a GPU for the purpose, in the center's own
/// spelling: "add '#SBATCH --partition=… --gpus=…'". Of several types the most numerous, on the
/// nodes that the script already requests if they have any.
std::string way_to_one_gpu(const GpuPurpose& purpose, const BatchScript& script,
                           const ResourceRequest& request, const LintContext& context);

}  // namespace gpujob
