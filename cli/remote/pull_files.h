// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "remote/channel.h"
#include "run/run_directory.h"

namespace gpujob {

/// What a pull brought of one run.
struct Pulled {
  std::size_t files = 0;  ///< that are new or newer here
  std::uint64_t bytes = 0;
  std::size_t kept = 0;  ///< that were here already
};

/// The runs of one center whose files are to come.
struct CenterPull {
  CenterAddress center;
  std::vector<const RunRecord*> runs;
};

/// Brings the reports, end markers and logs of runs that are not here yet, each checked against the
/// sum that the center gives and written whole; an end marker last, so that a run that has one here
/// has the rest. All centers are asked at the same time, each for the lists of many runs and for as
/// many files at a time as a reply holds. One answer per run, in their order.
std::vector<std::vector<Result<Pulled>>> pull_files(World& world,
                                                    const std::vector<CenterPull>& pulls);

}  // namespace gpujob
