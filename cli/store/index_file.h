// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/database.h"
#include "base/result.h"
#include "base/world.h"
#include "store/measurement_store.h"
#include "store/run_row.h"

namespace gpujob {

/// The index of runs and of what they measured, as a file: rows of runs, their launches, and
/// measurements that were imported (index_format.h). It does not know where runs come from: a class
/// derived from it fills it.
class IndexFile {
 public:
  /// Opens `<cache>/runs.sqlite`. What is not a database is replaced by an empty one.
  static Result<IndexFile> open(World& world);

  /// Newest first. Fails with ExitCode::Usage for an invalid time.
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

 protected:
  /// What to do inside one transaction; `measured` is flushed before it ends.
  using Change = std::function<Status(MeasurementStore& measured)>;

  /// Is it of this version, so that nothing has to be made anew?
  Result<bool> is_current();
  /// Everything that `change` does, or nothing. Others see the index before or after it.
  Status in_transaction(const Change& change);
  /// Forgets everything and lets `fill` put in what there is, in one transaction. `IsCurrent`: does
  /// nothing if another process was faster.
  enum class Unless { Never, IsCurrent };
  Status make_anew(Unless unless, const Change& fill);
  /// Row, tags and measurements of one run, in place of what it had before.
  Status put_one(MeasurementStore& measured, const IndexedRun& run);
  /// What was imported before, from its own files; how many launches. `problems`: what was left
  /// out, with its place.
  Result<std::size_t> add_imported(MeasurementStore& measured, Diagnostics& problems);
  Result<std::unordered_set<std::string>> known_ids();
  /// When a directory of runs had changed last as all its runs were taken in.
  Result<std::optional<Instant>> read_at(const std::string& directory);
  Status note_read(const std::string& directory, Instant changed);

  World& world() const { return *world_; }

 private:
  IndexFile(World& world, Database database) : world_(&world), database_(std::move(database)) {}

  Status make_empty();
  Status put_row(const IndexedRun& run);
  Status put_tags(const RunRow& row);

  /// Prepared once: making an index anew binds these once for each run.
  Result<Statement*> kept(std::optional<Statement>& statement, const char* sql);

  World* world_;
  Database database_;
  std::optional<Statement> insert_row_, delete_tags_;
};

}  // namespace gpujob
