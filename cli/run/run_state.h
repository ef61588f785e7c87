// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gpujob {

/// What a run is at last sight. `Intended`: sbatch was not called yet. `Unknown` claims nothing.
/// `ResultsPending`: the job ended well, its reports are not all here yet. `Vanished`: no source
/// knows the job any more and it left no end marker.
enum class RunState {
  Intended,
  Unknown,
  Refused,
  Pending,
  Running,
  Done,
  Failed,
  Cancelled,
  ResultsPending,
  Vanished
};

/// "results-pending"
std::string to_string(RunState state);
std::optional<RunState> run_state_from(std::string_view word);
/// Fails with ExitCode::Usage for a word that is not a state; empty is fine.
Status check_run_state(const std::string& option, const std::string& word);
/// Is there nothing left to wait for?
bool is_final(RunState state);

}  // namespace gpujob
