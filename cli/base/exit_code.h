// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace gpujob {

/// What a command ends with. Scripts branch on these, so a number never changes its meaning.
enum class ExitCode : int {
  Done = 0,
  Failed = 1,
  Usage = 2,
  Invalid = 3,    ///< invalid profile, manifest, plan or script
  Scheduler = 4,  ///< the scheduler refused or is absent
  Unknown = 5,    ///< the scheduler could not be asked: nothing is claimed
  Pending = 8,    ///< still pending or running
};

struct ExitCodeText {
  ExitCode code;
  std::string_view meaning;
};

/// All codes in rising order with their meaning: the text of `--help` and the manual.
std::span<const ExitCodeText> exit_codes();

/// The exit status of a program ended by signal `number`, as shells count it.
constexpr int exit_by_signal(int number) {
  return 128 + number;
}

}  // namespace gpujob
