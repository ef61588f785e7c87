// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/database.h"
#include "base/result.h"
#include "run/collect.h"
#include "run/measurement_store.h"
#include "run/run_directory.h"
#include "run/tags.h"

namespace gpujob {

/// One run as listed: what filters and tables need, from the index alone.
struct RunRow {
  std::string id, submitted, workload, variant, backend, precision, center, cluster, gpu_key,
      gpu_model, sandbox, state, job_id, directory;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string algorithm_class,
      data;  ///< class and place of the data by its reports; empty without any
  std::optional<double> median_seconds;  ///< of the phase that counts over all valid reports
  Missing missing;
  std::string name, note;  ///< the user's; see tags.h
  std::vector<std::pair<std::string, std::string>> tags;

  bool operator==(const RunRow&) const = default;
};

/// Empty: any. `site` is a center, a cluster or "center/cluster"; `gpu` a site's key or a model
/// with or without its vendor, in any case; `since` a day ("2026-11-21") or an age ("7d").
struct RunFilter {
  std::string workload, site, gpu, backend, variant, state, name;
  std::vector<std::pair<std::string, std::string>> tags;  ///< a run has all of them
  std::string since;
  int limit = 0;  ///< 0: all

  /// `Incomplete`: with launches that no report tells of.
  enum class Which { All, Incomplete } which = Which::All;
};

/// How far a rebuild is: done of all.
using Progress = std::function<void(std::size_t, std::size_t)>;

/// The index of runs and of what they measured: derived, deletable, rebuilt from run directories
/// and imported results.
class RunIndex {
 public:
  /// Opens `<cache>/runs.sqlite`; one that is absent, damaged or of another version is made anew
  /// from `stores`, which outlive the index.
  static Result<RunIndex> open(World& world, std::vector<const RunStore*> stores);
  static Result<RunIndex> open(World& world, const RunStore& store);

  Status put(const RunRecord& run, const Collected& collected);
  /// Takes in runs that only their directories tell of: sent from another machine, by a gpujob that
  /// was stopped, or while the index was busy. What cannot be read stays out. A store in which
  /// nothing was added since is not read again.
  Status add_missing();
  /// Newest first. Fails with ExitCode::Usage for an invalid state or time.
  Result<std::vector<RunRow>> find(const RunFilter& filter);
  /// "KEY=VALUE" of every tag that a run has, each once.
  Result<std::vector<std::string>> tags();
  /// A warning for each run whose tags could not be read as it was put into the index.
  Result<Diagnostics> unread_tags();
  /// Every launch of a workload with its samples of one metric.
  Result<MeasurementTable> measurements(const std::string& workload, const Metric& metric);
  /// What launches of a workload (empty: of all) have in common, each setting once.
  Result<std::vector<LaunchConfig>> settings(const std::string& workload);
  /// Every measurement, whole; of a workload or, if that is empty, of all.
  Status each(const std::string& workload, const std::function<void(const Measurement&)>& visit);
  /// What came of an import.
  struct Imported {
    std::size_t added = 0, known = 0;
    /// Number of the line from 1, and what is wrong with it.
    std::vector<std::pair<std::size_t, std::string>> damaged;
  };
  /// Calls `feed(take)` once, which calls `take(line)` for each line of `gpujob/measurement/v1`;
  /// keeps the lines that are new in files of their own, of about `file_bytes`, and indexes them.
  /// `path`: where the lines come from, to see whether they are many; empty: they are few.
  using Take = std::function<Status(std::string_view)>;
  static constexpr std::size_t kImportedFileBytes = 32u << 20;
  Result<Imported> import(const std::string& path, const std::function<Status(const Take&)>& feed,
                          std::size_t file_bytes = kImportedFileBytes);
  /// What came of making the index anew.
  struct Made {
    std::size_t runs = 0;
    std::size_t imported = 0;  ///< launches
    Diagnostics problems;      ///< what was left out, with its place
  };
  /// Forgets everything and reads every run directory and all that was imported again.
  Result<Made> rebuild(const Progress& progress = nullptr);
  /// The same of `open`, where it had to.
  const Made& made() const { return made_; }
  /// What is wrong with the runs that `add_missing` could not read.
  const Diagnostics& unreadable() const { return unreadable_; }

 private:
  RunIndex(World& world, std::vector<const RunStore*> stores, Database database)
      : world_(&world), stores_(std::move(stores)), database_(std::move(database)) {}

  enum class Unless { Never, IsCurrent };

  Status make_anew(Unless unless, const Progress& progress = nullptr);
  Status add_runs(MeasurementStore& store, const Progress& progress);
  Status put_one(MeasurementStore& store, const RunRecord& run, const Collected& collected);
  Status put_tags(const std::string& run_id, const RunTags& tags);
  /// A store that changed since it was read, and its runs that are not in the index.
  struct Unread {
    const RunStore* store = nullptr;
    std::optional<Instant> settled;  ///< when it changed last, if that was long enough ago
    std::vector<std::string> missing{};
  };
  Result<std::vector<Unread>> unread();
  Result<std::unordered_set<std::string>> known_ids();
  Result<std::optional<Instant>> read_at(const RunStore& store);
  Status take_in(MeasurementStore& measured, const Unread& unread);
  Status in_transaction(const std::function<Status()>& change);
  Status add_imported(MeasurementStore& store);

  World* world_;
  std::vector<const RunStore*> stores_;
  Database database_;
  Made made_;
  Diagnostics unreadable_;
};

}  // namespace gpujob
