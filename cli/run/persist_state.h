// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "base/world.h"
#include "run/derive_state.h"
#include "run/run_directory.h"

// Every poll of a run starts with its files and ends by writing its new state.

namespace gpujob {

/// What is on disk about a run: its end marker, the state of the marked reports, a cancellation.
/// Nothing, with a warning, if it cannot be read: then the state must stay as it was.
std::optional<StateEvidence> evidence_on_disk(const World& world, const RunRecord& run,
                                              Diagnostics& problems);

/// What a poll found out beside the state.
struct Findings {
  std::vector<std::string> evidence;  ///< see evidence_text.h
  std::optional<JobAccount> account;
  std::string job_submitted;
};

/// Is anything but the evidence new?
bool take_over(ObservedState& observed, const DerivedState& derived, const Findings& findings);

/// Records a new state in memory and, where anything but the evidence is new, in state.json.
void persist_state(RunStore& store, RunRecord& run, const DerivedState& derived,
                   const Findings& findings, Diagnostics& problems);

/// The failure's first diagnostic: not being able to ask is not a reason to fail.
Diagnostic as_warning(const Failure& failure);

}  // namespace gpujob
