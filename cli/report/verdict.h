// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/comparison.h"

namespace gpujob {

/// Has a group samples enough, neither rehearsed nor disturbed?
bool is_measured(const ComparedGroup& group);
/// Has it also the runs that a rank test of two groups needs at `level` (0.95)?
bool is_trusted(const ComparedGroup& group, double level);

/// Is it a difference? The interval of the ratio leaves out 1 and the rank test agrees at `level`.
bool tells_apart(const Contrast& contrast, double level);

/// The words for a contrast at `level`: "1.83× faster (1.79–1.88)", "not distinguishable".
std::string verdict_of(const Contrast& contrast, const Metric& metric, double level);

}  // namespace gpujob
