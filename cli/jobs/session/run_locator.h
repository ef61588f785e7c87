// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "jobs/session/configuration.h"
#include "jobs/session/listener.h"
#include "remote/center_runs.h"
#include "run/index.h"
#include "run/run_directory.h"

namespace gpujob {

/// Where runs are kept without further words: below the user's data directory.
std::string default_runs_directory(const World& world);

/// Runs that lie in one directory of runs.
struct RunGroup {
  RunStore* store = nullptr;
  std::vector<RunRecord> runs;
};

/// All directories of runs: the default one and each `runs_dir` of the configuration.
class RunLocator {
 public:
  RunLocator(World& world, const Configuration& configuration, Listener& listener);

  std::vector<std::string> directories() const;
  const CenterRuns& centers() const { return *centers_; }

  /// The store of a directory of runs.
  RunStore& store_in(const std::string& directory);

  /// The runs that `words` name: ids, unique pieces of ids, "last", "last~1", and ids of arrays for
  /// all of their runs. Each run once, grouped by store in the order of the words. Fails with
  /// ExitCode::Usage for a word that names none or several.
  Result<std::vector<RunGroup>> find(const std::vector<std::string>& words);
  /// The one run that `word` names.
  Result<RunGroup> find_one(const std::string& word);

  /// Runs, and what is wrong with those that cannot be read.
  struct LoadedRuns {
    std::vector<RunGroup> groups;
    Diagnostics unreadable;
  };
  /// Those that were not over when last observed, newest first: from the index or, where it cannot
  /// be used, from the run directories.
  LoadedRuns open_runs();
  /// Those of `rows` that were not over; one whose directory is gone does not count.
  LoadedRuns open_among(const std::vector<RunRow>& rows);
  /// All of them.
  LoadedRuns load(const std::vector<RunRow>& rows);

  /// "last" and the newest ids, for shells.
  std::vector<std::string> recent_words();

  /// With what only run directories tell of; where that cannot be taken in, a warning says so.
  Result<RunIndex> index();
  /// A warning, whatever the severity was: the index is derived and no reason to fail. It says what
  /// to do, at least how to make the index anew.
  void warn_of_index(const Failure& failure);
  /// Was there such a warning? Then what the index tells is not all.
  bool index_is_behind() const { return index_is_behind_; }
  /// As it is: for those who only put runs into it.
  Result<RunIndex> bare_index();
  /// Puts the runs into it with the reports they have; what goes wrong is a warning, since it is
  /// derived. Gives errors for runs that are done and have launches without a right answer.
  Diagnostics update_index(const std::vector<RunGroup>& groups);
  /// Of all directories, `before` 0, or the run that came so many before it; an empty id without
  /// it.
  Result<std::pair<RunStore*, std::string>> newest_run(std::size_t before = 0);

 private:
  RunStore& store_of(const RunRow& row);
  LoadedRuns open_runs_on_disk();
  Result<std::pair<RunStore*, std::string>> locate(const std::string& word);
  /// One run, or those of an array.
  using Places = std::vector<std::pair<RunStore*, std::string>>;
  Result<Places> locate_all(const std::string& word);

  World& world_;
  Listener* listener_;
  std::unique_ptr<CenterRuns> centers_;  ///< stores keep its address
  std::deque<RunStore> stores_;          ///< a deque: groups keep pointers
  bool index_is_behind_ = false;
  std::optional<Failure> no_index_;  ///< why: one that was busy for long is not waited for twice
};

}  // namespace gpujob
