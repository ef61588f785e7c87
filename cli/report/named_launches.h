// SPDX-License-Identifier: MIT
#pragma once

#include "report/compare.h"

namespace gpujob {

/// The launches that `options.where` and `options.since` name; of other settings nothing.
LaunchesByConfig named_launches(const MeasurementTable& table, const CompareOptions& options);

}  // namespace gpujob
