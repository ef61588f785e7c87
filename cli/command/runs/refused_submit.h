// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// Keeps why a submit was refused before it made a run: 'last' is then an older run, and commands
/// say so. `newest`: the newest run at that time. That it could not be kept is no failure of its
/// own: the refusal itself is told.
void keep_refusal(World& world, const std::string& newest, const Failure& refusal);

/// Why the latest submit was refused if no run was made since: `newest` is still the newest.
std::optional<Diagnostic> refusal_since(const World& world, const std::string& newest);

}  // namespace gpujob
