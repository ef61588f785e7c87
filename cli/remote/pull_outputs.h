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

/// A run whose outputs are to come, and the directory for them.
struct OutputPlace {
  std::string run_id;
  std::string destination;
};

/// Brings the files of runs' copies that `match` names (see PathPatterns) to the same paths below
/// their destinations: each piece is checked against the sum that the center gives and kept in the
/// cache, so that a pull that was cut goes on, and a file is written whole. Nothing is written
/// outside a destination: a link that stands there is refused. The center is asked for the lists of
/// many runs and for as many pieces at a time as a reply holds. A result each.
std::vector<Result<PulledOutputs>> pull_outputs(World& world, const CenterAddress& center,
                                                const std::vector<OutputPlace>& places,
                                                const std::vector<std::string>& match);

}  // namespace gpujob
