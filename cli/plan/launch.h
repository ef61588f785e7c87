// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"

namespace gpujob {

/// How the program is started: launcher, arguments, and the variables that its report repeats.
/// Call it last: it reads the rest of the plan. `stack` may be null.
void describe_launch(Draft& draft, const Stack* stack, const std::optional<GpuChoice>& gpu);

/// The program's arguments alone.
void write_arguments(Draft& draft);

/// Is the program of a backend the Python twin in the folder of a user's own compiled workload?
bool is_own_twin(const Draft& draft, const std::string& backend);

/// Program and libexec for it.
void take_own_twin(Draft& draft);

/// Program and libexec for a workload that is the user's own command. Fails with
/// ExitCode::Invalid if the command begins neither with an absolute path nor with one inside the
/// bundle's folder.
Status take_own_command(Draft& draft);

}  // namespace gpujob
