// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace gpujob {

/// What a state of Slurm means for a user who waits.
enum class Phase { Pending, Running, Done, Failed, Unknown };

/// May a job in a final state go back to PENDING under the same id (where requeue is on)?
enum class Return { Never, Possible };

struct StateMeaning {
  std::string_view name;     ///< "TIMEOUT"
  std::string_view letters;  ///< "TO"
  Phase phase = Phase::Unknown;
  Return back = Return::Never;
  std::string_view advice = "";  ///< one clause for people; may be empty
  std::string_view next = "";    ///< what to do about this end; empty: look at the job's output
};

/// Every state that Slurm's manuals list, final or not.
std::span<const StateMeaning> job_states();

/// "CANCELLED by 1000" and "CANCELLED+" are CANCELLED; a word not listed is Phase::Unknown and
/// keeps no name.
StateMeaning meaning_of(std::string_view state);

/// A pending reason of squeue in plain words; empty for one that is not listed.
std::string_view reason_meaning(std::string_view reason);

/// What to do about a job that ended in `state` with `exit`; empty: look at its output.
std::string_view next_step(std::string_view state, std::string_view exit);

/// What an exit field of the accounting ("0:53", status:signal) says beyond the state; empty if
/// there is nothing to add.
std::string_view exit_advice(std::string_view exit);

}  // namespace gpujob
