// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "lint/demand.h"
#include "profile/site.h"

namespace gpujob {

/// Could nodes of these shapes serve the demand as a whole? False only where that is certain:
/// a figure that is not known is taken to be enough.
bool may_have_room(const Demand& demand, const std::vector<const NodeShape*>& shapes);

}  // namespace gpujob
