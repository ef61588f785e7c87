// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/world.h"
#include "run/run_directory.h"

namespace gpujob {

/// The pause between two polls: the floor that the center sets, growing to five minutes
/// while nothing changes; always 0.2 s if all runs are on this machine.
class PollBackoff {
 public:
  explicit PollBackoff(const std::vector<RunRecord>& runs);

  void start_again() { interval_ = floor_; }
  /// Who did not answer gets twice the time.
  void back_off();

  /// Up to a tenth longer than planned, so that many waiting programs do not ask in step.
  Milliseconds next(World& world);

 private:
  enum class Growing { No, Yes };
  Growing growing_ = Growing::No;
  Milliseconds floor_;
  Milliseconds interval_{0};
};

}  // namespace gpujob
