// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/page/comparison_page.h"

namespace gpujob {

/// The verdict of the whole comparison in a sentence or two. It says no more than the verdicts of
/// the groups do.
std::string headline(const ComparisonPage& page);

}  // namespace gpujob
