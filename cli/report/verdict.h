// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/comparison.h"

namespace gpujob {

/// The words for a contrast at `level`: "1.83× faster (1.79–1.88)", "not distinguishable".
std::string verdict_of(const Contrast& contrast, const Metric& metric, double level);

}  // namespace gpujob
