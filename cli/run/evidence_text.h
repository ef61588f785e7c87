// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "run/derive_state.h"

// What a state was made from, for people and for `state.json`: one line per source, printable.
//
//   queue: does not list job 4711
//   accounting: job 4711 is TIMEOUT, exit 0:0, submitted 2026-11-21T09:30:00
//   end marker: not there

namespace gpujob {

std::vector<std::string> evidence_lines(const RunRecord& run, const StateEvidence& evidence);

/// The same for a process on this machine.
std::vector<std::string> local_evidence_lines(const StateEvidence& evidence, LocalProcess process);

/// The same for a run whose scheduler has ended for good.
std::vector<std::string> final_evidence_lines(const StateEvidence& evidence,
                                              const std::string& why);

}  // namespace gpujob
