// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "base/json.h"
#include "base/table.h"
#include "report/comparison.h"

namespace gpujob {

/// For people: one row per number of devices; nothing without scaling to show.
std::optional<TextTable> scaling_table(const Comparison& comparison);

/// For programs: a list of objects, in the same order.
Json scaling_json(const Comparison& comparison);

/// What a row of a CSV file says of a group's scaling, under `scaling_columns()`.
std::vector<std::string> scaling_cells(const Comparison& comparison, const ScalingRow* row);
std::vector<Column> scaling_columns(const Comparison& comparison);

/// The row of a group in a table of this kind, or nullptr.
const ScalingRow* find_scaling(const Comparison& comparison, const ComparedGroup& group,
                               ScalingRow::Kind kind);

}  // namespace gpujob
