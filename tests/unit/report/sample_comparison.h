// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "report/compare.h"
#include "support/messages.h"

namespace gpujob {

inline MeasurementTable table_of(const std::vector<TimingReport>& reports,
                                 std::string_view metric = "kernel") {
  MeasurementTable table(*find_metric(metric));
  for (const TimingReport& report : reports) table.add(measurement_of(report));
  return table;
}

/// A comparison that cannot be made fails the test.
inline Comparison compared(const std::vector<TimingReport>& reports, const CompareOptions& how,
                           std::string_view metric = "kernel") {
  Result<Comparison> comparison = compare(table_of(reports, metric), how);
  EXPECT_TRUE(is_ok(comparison));
  return comparison ? *std::move(comparison) : Comparison{};
}

}  // namespace gpujob
