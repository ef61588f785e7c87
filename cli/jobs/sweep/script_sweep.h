// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "jobs/sweep/planned_sweep.h"

namespace gpujob {

/// The files of a sweep's scripts, relative to their directory.
struct SweepFiles {
  std::vector<std::string> arrays;  ///< of the batches; empty: a single job
  std::vector<std::string> points;
  std::vector<std::string> builds;  ///< of the points; empty: nothing is built

  /// Different ones: points may share a build script.
  std::size_t count() const;
};

/// Writes the script of each array as `array-<k>/array.sh` and those of its tasks beside it as
/// `task-<i>.sh`, those of single jobs as `job-<k>.sh`, and each build script as `build-<k>.sh`.
/// Fails with ExitCode::Usage if `directory` is not empty.
Result<SweepFiles> write_sweep_scripts(World& world, const PlannedSweep& planned,
                                       const std::string& directory);

}  // namespace gpujob
