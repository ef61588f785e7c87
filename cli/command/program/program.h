// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// argv to exit status: the whole program. Results go to stdout, everything else to stderr; with
/// `--format json` a failure is a JSON document on stdout too.
int run_gpujob(const std::vector<std::string>& argv, World& world);

/// What is wrong with `words`, which start no command: an unknown first or second word, with a
/// suggestion, or a second word that is missing.
Failure no_such_command(const std::vector<std::string>& words);

}  // namespace gpujob
