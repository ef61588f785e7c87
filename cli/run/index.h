// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/database.h"
#include "base/result.h"
#include "report/timing_report.h"
#include "run/run_directory.h"

namespace gpujob {

/// One run as listed: what filters and tables need, from the index alone.
struct RunRow {
  std::string id, submitted, workload, variant, backend, precision, center, cluster, gpu_key,
      gpu_model, sandbox, state, job_id, directory;
  std::optional<double> median_seconds;  ///< of the kernel phase over all valid reports
};

struct RunFilter {
  std::string workload, site, gpu, backend, variant, state;  ///< empty: any
  std::string since;  ///< a day or an interval ("7d"); empty: any
  int limit = 0;      ///< 0: all
};

/// The index of runs: derived, deletable, rebuilt from run directories.
class RunIndex {
 public:
  /// Opens `<cache>/runs.sqlite`; a damaged or older file is rebuilt.
  static Result<RunIndex> open(World& world, const RunStore& store);

  Status put(const RunRecord& run, const std::vector<TimingReport>& reports);
  Result<std::vector<RunRow>> find(const RunFilter& filter);
  /// Forgets everything and reads every run directory again. Returns the number of runs.
  Result<int> rebuild();

 private:
  RunIndex(World& world, const RunStore& store, Database database);
  World* world_;
  const RunStore* store_;
  Database database_;
};

}  // namespace gpujob
