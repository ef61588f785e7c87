// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

class RunStore;

/// Keeps why a submit was refused before it made a run: 'last' is then an older run, and commands
/// say so. `newest`: of RunLocator, before the submit; without a run nothing is kept. A refusal
/// that cannot be kept is not a failure of its own: it is told all the same.
void keep_refusal(World& world, const Result<std::pair<RunStore*, std::string>>& newest,
                  const Failure& refusal);

/// Why the latest submit was refused if no run was made since: `newest` is still the newest.
std::optional<Diagnostic> refusal_since(const World& world, const std::string& newest);

}  // namespace gpujob
