// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/comparison.h"
#include "report/measurement.h"
#include "report/page/comparison_page.h"

namespace gpujob {

/// The page about `comparison`, which was made from `table`. `version` is gpujob's. Of groups with
/// very many launches the newest are shown; the numbers are those of the comparison, of all.
ComparisonPage make_page(const Comparison& comparison, const MeasurementTable& table,
                         std::string version);

}  // namespace gpujob
