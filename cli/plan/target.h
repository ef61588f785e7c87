// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"

namespace gpujob {

/// The first steps of both resolve and resolve_build.
struct Target {
  std::optional<GpuChoice> gpu;
  std::string backend;
  std::optional<SourcedValue> partition;
  /// The backend cannot run on the GPU at all (gp201, gp202): checks of its stack or program would
  /// only repeat that.
  bool mismatch = false;
};

/// Checks the counts, then the state of the cluster; chooses GPU, backend, partition and layout.
Result<Target> find_target(Draft& draft);

/// A failure with every error found, if there is one.
std::optional<Failure> collected_errors(const Draft& draft);

}  // namespace gpujob
