// SPDX-License-Identifier: MIT
#pragma once

#include <string>
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

inline CompareOptions compare_by(std::vector<std::string> keys = {"site", "gpu"}) {
  CompareOptions options;
  options.workload = "integrate2d";
  options.by = std::move(keys);
  return options;
}

inline Comparison compared(const std::vector<TimingReport>& reports) {
  return compared(reports, compare_by());
}

inline std::vector<std::string> labels(const Comparison& comparison) {
  std::vector<std::string> labels;
  for (const ComparedGroup& group : comparison.groups) labels.push_back(group.label);
  return labels;
}

inline std::vector<std::string> verdicts(const Comparison& comparison) {
  std::vector<std::string> verdicts;
  for (const ComparedGroup& group : comparison.groups) verdicts.push_back(group.verdict);
  return verdicts;
}

inline std::vector<std::string> reasons(const Comparison& comparison) {
  std::vector<std::string> reasons;
  for (const Excluded& out : comparison.excluded)
    reasons.push_back(describe_runs(out) + ": " + out.reason);
  return reasons;
}

}  // namespace gpujob
