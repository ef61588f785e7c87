// SPDX-License-Identifier: MIT
#pragma once

#include "base/turn.h"

namespace gpujob {

/// The right to make or to remove the files of the sandbox of this name. Fails like `Turn::take`
/// and with ExitCode::Usage for what is no name of a sandbox.
Result<Turn> take_sandbox_turn(World& world, const std::string& name, Turn::NoTicket otherwise);

}  // namespace gpujob
