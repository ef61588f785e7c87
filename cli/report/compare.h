// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/bootstrap.h"
#include "report/statistics.h"
#include "report/timing_report.h"

namespace gpujob {

/// A group with fewer samples gets no verdict.
constexpr std::size_t kFewestSamples = 5;

struct CompareOptions {
  std::string workload;
  /// Of site, cluster, gpu, variant, backend, precision, date, run.
  std::vector<std::string> by = {"site", "gpu"};
  std::string phase;     ///< kernel, total, h2d, d2h; empty: the one that rates are made of
  std::string baseline;  ///< label of a group; empty: the first in order
  Bootstrap bootstrap;
};

struct ComparedGroup {
  std::string label;                ///< the values of `by`: "<site> <gpu>"
  std::vector<std::string> values;  ///< the same, one an entry of `by`
  int runs = 0;
  int launches = 0;
  Summary summary;                 ///< seconds, over all samples of all launches
  std::optional<Interval> median;  ///< absent with too few samples
  std::optional<double> ratio;     ///< baseline median / this median: above 1 is faster
  std::optional<Interval> ratio_interval;
  std::string verdict;  ///< "baseline", "1.83× faster (1.79–1.88)", "not distinguishable", …
};

struct Excluded {
  std::string run_id;
  int launch = 1;
  std::string reason;  ///< "answer not valid", "n = 2048, others 102400", …
};

struct Comparison {
  std::string workload;
  std::string subject;  ///< "poly, float32, n=102400, kernel seconds"
  std::vector<std::string> by;
  std::string phase;
  Bootstrap bootstrap;
  std::vector<ComparedGroup> groups;  ///< by label
  std::vector<Excluded> excluded;
  std::vector<std::string> notes;  ///< what the numbers do not say, a sentence each
};

/// The words for median(baseline) / median(group) and its interval.
std::string verdict_of(double ratio, const Interval& interval);

/// Same workload, parameters and precision only, and valid answers only; stand-ins and sandboxes
/// never beside real devices. What does not fit is excluded with its reason, never averaged in.
/// The parameters that most reports share are the ones compared; so are variant and precision
/// unless they are in `by`. Fails with ExitCode::Usage for an unknown key, phase or baseline,
/// ExitCode::Failed if nothing is left.
Result<Comparison> compare(const std::vector<TimingReport>& reports, const CompareOptions& options);

}  // namespace gpujob
