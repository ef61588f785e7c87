// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/collect.h"
#include "run/run_directory.h"
#include "store/index_file.h"
#include "store/line_import.h"

namespace gpujob {

/// How far a rebuild is: done of all.
using Progress = std::function<void(std::size_t, std::size_t)>;

/// What a run's directory gave; nothing of one in which no run was begun.
struct ReadRun {
  std::optional<IndexedRun> run;
  Diagnostics problems;
};

/// A run as the index takes it.
IndexedRun indexed_run(const World& world, const RunRecord& run, const Collected& collected);

/// The index, filled from run directories and imported results: derived, deletable, rebuilt.
class RunIndex : public IndexFile {
 public:
  /// One that is absent, damaged or of another version is made anew from `stores`, which outlive
  /// the index.
  static Result<RunIndex> open(World& world, std::vector<const RunStore*> stores);
  static Result<RunIndex> open(World& world, const RunStore& store);

  /// Of a run that is over, a digest is kept, too (run_digest.h).
  Status put(const RunRecord& run, const Collected& collected);
  /// Takes in runs that only their directories tell of: sent from another machine, by a gpujob that
  /// was stopped, or while the index was busy. What cannot be read stays out. A store in which
  /// nothing was added since is not read again.
  Status add_missing();
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
  bool is_new() const { return is_new_; }
  /// What is wrong with the runs that `add_missing` could not read.
  const Diagnostics& unreadable() const { return unreadable_; }

 private:
  RunIndex(IndexFile file, std::vector<const RunStore*> stores)
      : IndexFile(std::move(file)), stores_(std::move(stores)) {}

  Status fill_anew(Unless unless, const Progress& progress = nullptr);
  Status add_runs(MeasurementStore& store, const Progress& progress);
  Status add_read(MeasurementStore& store, LineImport& lines, const ReadRun& read);
  /// A store that changed since it was read, and its runs that are not in the index.
  struct Unread {
    const RunStore* store = nullptr;
    std::optional<Instant> settled;  ///< when it changed last, if that was long enough ago
    std::vector<std::string> missing{};
  };
  Result<std::vector<Unread>> unread();
  Status take_in(MeasurementStore& measured, const Unread& unread);

  std::vector<const RunStore*> stores_;
  Made made_;
  bool is_new_ = false;  ///< `open` or `rebuild` made it
  Diagnostics unreadable_;
};

}  // namespace gpujob
