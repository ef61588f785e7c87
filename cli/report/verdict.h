// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/comparison.h"

namespace gpujob {

/// Is it a difference? The interval of the ratio leaves out 1 and the rank test agrees at `level`.
bool tells_apart(const Contrast& contrast, double level);

/// The words for a contrast at `level`: "1.83× faster (1.79–1.88)", "not distinguishable". Where a
/// side has one run, nobody knows how far runs differ, and the words say so: "1.69× faster in one
/// run (1.66–1.71)", of two such sides "in one run each".
std::string verdict_of(const Contrast& contrast, const Metric& metric, double level);

}  // namespace gpujob
