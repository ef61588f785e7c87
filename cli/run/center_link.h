// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "run/run_directory.h"

namespace gpujob {

/// Runs at one center.
using CenterGroup = std::vector<RunRecord*>;

/// How runs at a center that is reached through ssh are sent and asked for: by gpujob there, which
/// keeps a run of the same id. Implemented in remote/, so that runs know no channel.
class CenterLink {
 public:
  CenterLink() = default;
  CenterLink(const CenterLink&) = delete;
  CenterLink& operator=(const CenterLink&) = delete;
  virtual ~CenterLink() = default;

  /// Sends runs, each with all others of its array, or asks for them where their center has them
  /// already: the same request as often as one likes. Asks each center once for its runs, all at
  /// the same time. A result each, which fails with ExitCode::Unknown if no whole answer came.
  virtual std::vector<Result<RunRecord>> send(World& world, RunStore& store,
                                              std::vector<RunRecord> runs) = 0;
  /// Asks each center once for all of its runs, all centers at the same time. Runs that could not
  /// be asked stay as they were.
  virtual void refresh(World& world, RunStore& store, const std::vector<CenterGroup>& centers,
                       Diagnostics& problems) = 0;
  /// Brings what a run that is not over has written so far.
  virtual Status bring_output(World& world, const RunRecord& run) = 0;
  /// Asks one center once for the end of all `runs`: a result each.
  virtual std::vector<Result<RunRecord>> cancel(World& world, RunStore& store,
                                                std::vector<RunRecord> runs) = 0;
};

}  // namespace gpujob
