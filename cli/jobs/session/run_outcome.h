// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/exit_code.h"
#include "base/result.h"
#include "base/world.h"
#include "run/run_directory.h"

namespace gpujob {

/// "run 01J…: pending (Resources)"
std::string run_line(const RunRecord& run);

/// "center gpu (sandbox name)": where a run went, so that no table hides a sandbox.
std::string place_text(const std::string& center, const std::string& gpu,
                       const std::string& sandbox);

ExitCode exit_of(RunState state);

/// The exit status that the job itself left; nothing if it left none. Fails if that cannot be read.
Result<std::optional<int>> exit_status_of(const World& world, const RunRecord& run);
/// The same, else gpujob's code of the run's state; of an array the highest of its tasks.
Result<int> job_status(const World& world, const RunRecord& run);

}  // namespace gpujob
