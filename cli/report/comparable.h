// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/compare.h"
#include "report/timing_report.h"

namespace gpujob {

/// Something reports can be grouped by.
struct GroupKey {
  std::string_view name;
  std::string (*value)(const TimingReport& report);
};

std::span<const GroupKey> group_keys();

/// The row with this name, or nullptr.
const GroupKey* find_group_key(std::string_view name);

/// The reports that may stand in one comparison, in their order, and why the others may not.
struct Comparable {
  std::vector<const TimingReport*> reports;
  std::vector<Excluded> excluded;

  /// Excludes every report for which `reason` gives a text.
  template <class Reason>
  void sieve(const Reason& reason) {
    std::vector<const TimingReport*> kept;
    for (const TimingReport* report : reports) {
      std::string why = reason(*report);
      if (why.empty()) {
        kept.push_back(report);
      } else {
        excluded.push_back({report->run_id, report->launch, std::move(why)});
      }
    }
    reports = std::move(kept);
  }

  /// Keeps the reports whose value of `key` is the one that most have (the first seen of equals).
  void keep_most_common(const GroupKey& key);
};

/// Sieves by everything but the groups: workload, answer, real devices, where the data is, then
/// variant, precision and parameters unless `options.by` holds them, then samples of the phase.
Comparable choose_comparable(const std::vector<TimingReport>& reports,
                             const CompareOptions& options);

}  // namespace gpujob
