// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/run_directory.h"

namespace gpujob {

/// May a poll take what another process of this user was just told? Only while that lists every
/// polled run as pending or running: that a job is gone or over is asked of the controller itself.
enum class Asking { Itself, OrAnother };

/// Brings runs up to date with one queue call per endpoint, then the accounting for
/// those that the queue no longer lists, then the end markers on disk. A submission without a clear
/// answer is looked up by the job's name. Runs that could not be asked keep their state, with a
/// warning. Final runs are left alone, but one that has vanished, or was cancelled before any job
/// of it was seen, is looked for again, and `ask_accounts`.
Diagnostics refresh(World& world, RunStore& store, std::vector<RunRecord>& runs,
                    Asking asking = Asking::Itself);

/// Brings runs on this machine up to date by their processes and end markers, and leaves the others
/// as they were: no scheduler is asked.
Diagnostics refresh_here(World& world, RunStore& store, std::vector<RunRecord>& runs);

/// Asks the accounting what runs took that are done, if it had no end for them before: until it has
/// one, and no longer than some minutes past the end. Without an answer they stay as they were.
Diagnostics ask_accounts(World& world, RunStore& store, std::vector<RunRecord>& runs);

/// Who is told while runs are watched.
struct WatchNews {
  std::function<void(const RunRecord&)> changed;   ///< a run has another state
  std::function<void(const Diagnostic&)> problem;  ///< each once, however long it lasts
};

/// Polls runs until they end.
class Watch {
 public:
  Watch(World& world, RunStore& store, std::vector<RunRecord>& runs, WatchNews news)
      : world_(world), store_(store), runs_(runs), news_(std::move(news)) {}

  /// Brings the runs up to date, and sends those again that are due. True if any changed.
  bool poll();
  /// Brings what a running job at a center behind ssh has written so far.
  void bring_output();

  /// What is left to wait for. `Nothing`: every run is over, or its reports alone have been missing
  /// for two minutes. `OutOfReach`: nothing that this machine can ask about.
  enum class Left { Something, Nothing, OutOfReach };
  Left left();
  /// Was a center asked in vain in the last poll?
  bool is_in_vain() const;

 private:
  bool is_settled(const RunRecord& run);
  void say(const Diagnostic& problem);

  World& world_;
  RunStore& store_;
  std::vector<RunRecord>& runs_;
  WatchNews news_;
  std::set<std::string> said_;
  std::map<std::string, Instant> results_pending_;  ///< since when, by id
};

/// What ends the waiting for runs that are out of reach: those behind a connection are asked again
/// once that is open.
Failure out_of_reach(const std::string& where, const std::vector<RunRecord>& runs);

/// Polls until every run is final: the profile's floor, growing to 5 min, with jitter (the local
/// executor: 0.2 s). Reports that are still missing
/// two minutes after the job's end are not waited for. Ended early by a signal (see
/// World::interrupted) or by `limit` (0 seconds: none) with ExitCode::Pending; jobs keep running.
/// With ExitCode::Scheduler if those that are left are at centers without an open connection, with
/// ExitCode::Unknown if this machine cannot ask about them for another reason.
Status wait_for(World& world, RunStore& store, std::vector<RunRecord>& runs, Seconds limit,
                WatchNews news);

/// Asks for the end of a run's job, then polls for some seconds. Fails with ExitCode::Usage
/// for a run that is over or has no job, with ExitCode::Unknown if it cannot be known.
Result<RunRecord> cancel_run(World& world, RunStore& store, const std::string& run_id);

/// The same for several: the jobs of one name, the tasks of an array, are ended by one request, and
/// all are polled together. One result a run, in their order.
std::vector<Result<RunRecord>> cancel_runs(World& world, RunStore& store,
                                           const std::vector<std::string>& run_ids);

}  // namespace gpujob
