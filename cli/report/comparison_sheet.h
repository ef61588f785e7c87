// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/table.h"
#include "report/comparison.h"
#include "report/writers.h"

namespace gpujob {

/// What people see of a comparison, before it is set as text or Markdown.
struct ComparisonSheet {
  std::string title;
  std::vector<std::string> question;  ///< what was chosen among what was measured
  TextTable groups;
  std::optional<TextTable> same_device;  ///< where one GPU model was measured at several sites
  std::optional<TextTable> scaling;      ///< where groups differ in their number of devices
  std::optional<TextTable> cost;         ///< where a job says what it took
  std::vector<std::string> remarks;
};

ComparisonSheet make_comparison_sheet(const Comparison& comparison, Bars bars);

/// A column for each key that `comparison` is grouped by.
std::vector<Column> key_columns(const Comparison& comparison);

}  // namespace gpujob
