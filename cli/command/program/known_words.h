// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "base/world.h"
#include "command/args/command.h"

namespace gpujob {

/// Words that only choose among what is there must name something that is there: a slip would find
/// nothing and say nothing. A site or a workload is there if a profile or a manifest, a run, an
/// imported result, a reference or a sandbox names it. Fails with ExitCode::Usage and a suggestion.
Status check_known_words(World& world, const Command& command, const Arguments& arguments);

}  // namespace gpujob
