// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/world.h"

namespace gpujob {

/// TCP ports in use on this machine, from /proc/net/tcp and tcp6.
std::set<int> used_ports(const World& world);

/// The first of `count` consecutive ports that are free and not another sandbox's, at a random
/// place below the ephemeral range. Fails with ExitCode::Failed if all are taken.
Result<int> free_ports(World& world, int count);

}  // namespace gpujob
