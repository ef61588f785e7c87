// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "lint/resource_request.h"
#include "profile/site.h"

namespace gpujob {

/// Could nodes of these shapes serve the request as a whole? False only where that is certain:
/// an unknown figure counts as enough.
bool may_fit_on(const ResourceRequest& request, const std::vector<const NodeShape*>& shapes);

}  // namespace gpujob
