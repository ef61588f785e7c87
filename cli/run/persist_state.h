// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "base/world.h"
#include "run/derive_state.h"
#include "run/run_directory.h"

// What every look at a run begins and ends with, whoever is asked in between.

namespace gpujob {

/// What is on disk about a run: its end marker, the state of the marked reports, a cancellation.
StateEvidence evidence_on_disk(const World& world, const RunRecord& run, Diagnostics& problems);

/// Writes a new judgement down, in memory and as the last look.
void persist_state(RunStore& store, RunRecord& run, const DerivedState& judgement,
                   const std::optional<JobAccount>& account, Diagnostics& problems);

/// The failure's first diagnostic: a look that could not see is no reason to fail.
Diagnostic as_warning(const Failure& failure);

}  // namespace gpujob
