// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "base/world.h"
#include "command/args/command.h"

namespace gpujob {

/// Checks the words that select among existing things: a typing error would silently select
/// nothing. A site or workload exists if a profile, manifest, run, imported result, reference or
/// sandbox names it. Fails with ExitCode::Usage and a suggestion.
Status check_known_words(World& world, const Command& command, const Arguments& arguments);

}  // namespace gpujob
