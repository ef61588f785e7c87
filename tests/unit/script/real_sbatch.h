// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "support/temporary_directory.h"

namespace gpujob {

/// How the real sbatch reads a script, without a controller.
struct SbatchVerdict {
  std::vector<std::string> words;  ///< of the directives
  bool accepted = false;           ///< it went on to look for a controller
  std::string said;
};

/// Runs sbatch with a configuration whose controller does not exist.
class RealSbatch {
 public:
  RealSbatch();
  bool is_here() const { return program_.has_value(); }
  SbatchVerdict judge(const std::string& script) const;

 private:
  /// Nothing if it has neither refused the script nor gone on when the time is over.
  std::optional<SbatchVerdict> verdict_within(const std::string& script,
                                              Milliseconds deadline) const;

  TemporaryDirectory directory_;
  std::optional<std::string> program_;
};

}  // namespace gpujob
