// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/statistics.h"
#include "report/timing_report.h"

namespace gpujob {

struct CompareOptions {
  std::string workload;
  std::vector<std::string> by = {
      "site", "gpu"};  ///< site, cluster, gpu, variant, backend, precision, date, run
  std::string phase = "kernel";
  std::string baseline;  ///< label of a group; empty: the first in order
};

struct ComparedGroup {
  std::string label;  ///< "center gpu"
  int runs = 0;
  Summary summary;  ///< seconds
  Interval median;
  std::optional<double> ratio;  ///< baseline median / this median: above 1 is faster
  std::optional<Interval> ratio_interval;
  std::string verdict;  ///< "baseline", "1.83× faster (1.79–1.88)", "not distinguishable", …
};

struct Excluded {
  std::string run_id;
  std::string reason;  ///< "answer not valid", "n = 2048, others 102400", …
};

struct Comparison {
  std::string workload;
  std::string subject;  ///< "poly, float32, n=102400, phase kernel"
  std::vector<ComparedGroup> groups;
  std::vector<Excluded> excluded;
};

/// Same workload, parameters and precision only, and valid answers only; stand-ins and sandboxes
/// never beside real devices. What does not fit is excluded with its reason, never averaged in.
/// The parameters that most reports share are the ones compared. Fails with ExitCode::Usage for an
/// unknown key in `by`, ExitCode::Failed if nothing is left.
Result<Comparison> compare(const std::vector<TimingReport>& reports, const CompareOptions& options);

}  // namespace gpujob
