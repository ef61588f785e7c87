// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/world.h"

namespace gpujob {

/// World::run for several processes at the same time, which that call alone of a World allows. An
/// answer each, in their order.
std::vector<Result<ProcessAnswer>> run_side_by_side(World& world,
                                                    const std::vector<ProcessRequest>& requests);

}  // namespace gpujob
