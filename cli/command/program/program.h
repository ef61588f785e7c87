// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// The whole program, from argv to exit status. Results go to stdout, everything else to stderr;
/// with
/// `--format json` a failure is also a JSON document on stdout.
int run_gpujob(const std::vector<std::string>& argv, World& world);

/// Why `words` name no command: an unknown first or second word, with a suggestion, or a missing
/// subcommand.
Failure no_such_command(const std::vector<std::string>& words);

}  // namespace gpujob
