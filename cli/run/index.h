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

  bool operator==(const RunRow&) const = default;
};

/// Empty: any. `site` is a center, a cluster or "center/cluster"; `gpu` a site's key or a model
/// with or without its vendor, in any case; `since` a day ("2026-11-21") or an age ("7d").
struct RunFilter {
  std::string workload, site, gpu, backend, variant, state;
  std::string since;
  int limit = 0;  ///< 0: all
};

/// The index of runs: derived, deletable, rebuilt from run directories.
class RunIndex {
 public:
  /// Opens `<cache>/runs.sqlite`; one that is absent, damaged or of another version is made anew
  /// from `stores`, which outlive the index.
  static Result<RunIndex> open(World& world, std::vector<const RunStore*> stores);
  static Result<RunIndex> open(World& world, const RunStore& store);

  Status put(const RunRecord& run, const std::vector<TimingReport>& reports);
  /// Newest first. Fails with ExitCode::Usage for a state or a time that is none.
  Result<std::vector<RunRow>> find(const RunFilter& filter);
  /// Forgets everything and reads every run directory again. Returns the number of runs.
  Result<int> rebuild();

 private:
  RunIndex(World& world, std::vector<const RunStore*> stores, Database database)
      : world_(&world), stores_(std::move(stores)), database_(std::move(database)) {}

  World* world_;
  std::vector<const RunStore*> stores_;
  Database database_;
};

}  // namespace gpujob
