// SPDX-License-Identifier: MIT
#include "base/exit_code.h"

#include <array>

namespace gpujob {

std::span<const ExitCodeText> exit_codes() {
  static constexpr std::array<ExitCodeText, 7> kCodes{{
      {ExitCode::Done, "done"},
      {ExitCode::Failed, "failed"},
      {ExitCode::Usage, "wrong usage"},
      {ExitCode::Invalid, "invalid profile, manifest, plan or script"},
      {ExitCode::Scheduler, "the scheduler refused or is absent"},
      {ExitCode::Unknown, "unknown: the scheduler could not be asked, nothing is claimed"},
      {ExitCode::Pending, "still pending or running"},
  }};
  return kCodes;
}

}  // namespace gpujob
