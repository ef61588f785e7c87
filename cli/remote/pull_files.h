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

/// Brings the reports, end markers and logs of runs at one center that are not here yet, each
/// checked against the sum that the center gives and written whole; an end marker last, so that a
/// run that has one here has the rest. One answer per run, in their order; the center is asked once
/// for the lists of many runs, and for as many files at a time as a reply holds.
std::vector<Result<Pulled>> pull_files(World& world, const CenterAddress& center,
                                       const std::vector<const RunRecord*>& runs);

}  // namespace gpujob
