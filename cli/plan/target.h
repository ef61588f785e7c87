// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"

namespace gpujob {

/// What resolve and resolve_build find out first, in the same way.
struct Target {
  std::optional<GpuChoice> gpu;
  std::string backend;
  std::optional<SourcedValue> partition;
  /// The backend cannot run on the GPU at all (gp201, gp202): what is asked of its stack or
  /// program would only repeat that.
  bool mismatch = false;
};

/// Is every number a sensible one? Then: state of the cluster, GPU, backend, partition, layout.
Result<Target> find_target(Draft& draft);

/// A failure with every error found, if there is one.
std::optional<Failure> collected_errors(const Draft& draft);

}  // namespace gpujob
