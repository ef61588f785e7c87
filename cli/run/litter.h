// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"

// What killed commands leave behind and nothing removes: temporary files, tickets of locks whose
// process has ended, directories of runs without a plan, arrays without a run. Never a run, and
// nothing that is younger than an hour: it may be at work.

namespace gpujob {

struct Litter {
  enum class Kind { TemporaryFile, Ticket, HalfMadeRun, EmptyArray };
  Kind kind = Kind::TemporaryFile;
  std::string path;
};

/// "a temporary file"
std::string_view to_string(Litter::Kind kind);

struct LitterFound {
  std::vector<Litter> litter;
  Diagnostics problems;  ///< what could not be looked at
};

/// In directories of runs and in gpujob's own below the user's home.
LitterFound find_litter(const World& world, const std::vector<std::string>& run_directories);

/// Looks again before it removes: the directory may have become a run. Success if it is gone.
Status remove_litter(World& world, const Litter& litter);

}  // namespace gpujob
