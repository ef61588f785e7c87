// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/exit_code.h"
#include "base/json.h"
#include "base/world.h"
#include "jobs/session/run_locator.h"
#include "jobs/session/run_outcome.h"
#include "run/run_directory.h"

namespace gpujob {

/// Why a run is in its state; Slurm's pending reasons in plain words.
std::string why_text(const RunRecord& run);

/// One row per run: id, state, workload, where, job, why.
std::string run_table(const std::vector<RunGroup>& groups, const Screen& screen);

/// What a run that went wrong leaves to say below its line: the evidence, and what to do. Empty for
/// another run.
std::string failure_text(const RunRecord& run);

/// What the state follows from, one line per source, below the run's line.
std::string evidence_text(const RunRecord& run);

/// Of a state as to_string() writes it: green where all is well, red where it is not.
Colour state_colour(std::string_view state);

Json run_json(const RunRecord& run);
Json run_list_json(const std::vector<RunGroup>& groups);

/// The exit code of several states: something still to come (8), something unknown (5), something
/// that went wrong (1; also where `problems` has errors), all well (0).
ExitCode exit_of(const std::vector<RunGroup>& groups, const Diagnostics& problems = {});

}  // namespace gpujob
