// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/world.h"

namespace gpujob {

/// TCP ports in use on this machine, from /proc/net/tcp and tcp6.
std::set<int> used_ports(const World& world);

/// The first of `count` ports in a row that nobody uses and no other sandbox has; a random place
/// below those that the kernel hands out. Fails with ExitCode::Failed if there is no such row.
Result<int> free_ports(World& world, int count);

}  // namespace gpujob
