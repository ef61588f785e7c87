// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "remote/channel.h"
#include "remote/pull_files.h"

namespace gpujob {

/// What a pull brought of what a job left in its copy.
struct PulledOutputs {
  Pulled files;
  std::vector<std::string> left;  ///< too large to be brought
};

/// Brings the files of a run's copy that `match` names (see PathPatterns) to the same paths below
/// `destination`: each piece is checked against the sum that the center gives and kept in the
/// cache, so that a pull that was cut goes on, and a file is written whole. Nothing is written
/// outside `destination`: a link that stands there is refused.
Result<PulledOutputs> pull_outputs(World& world, const CenterAddress& center,
                                   const std::string& run_id, const std::vector<std::string>& match,
                                   const std::string& destination);

}  // namespace gpujob
