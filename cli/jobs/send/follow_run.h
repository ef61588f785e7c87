// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/session/session.h"

namespace gpujob {

/// "job.<job id>.<restart><ending>" of the last restart; empty as long as the job has not written
/// one. A copy of the job writes a file of its own id.
Result<std::string> log_of(const World& world, const RunRecord& owner, const std::string& ending);

/// Is given what the job of a run has written, piece by piece.
using ShowOutput = std::function<void(const std::string& run, const std::string& text)>;

/// Shows what a job's growing output has beyond what was shown already. A job's text may hold
/// anything: control characters are replaced, also for a pipe, which often ends at a terminal;
/// characters of several bytes are shown whole.
class Tail {
 public:
  Tail(World& world, std::string ending, ShowOutput show)
      : world_(world), ending_(std::move(ending)), show_(std::move(show)) {}

  /// Fails if there is a file and it cannot be read.
  Status show_new(const RunRecord& owner);
  /// The file has ended: a character without its rest is shown as it is.
  void end();

 private:
  void show(const std::string& text);

  World& world_;
  std::string ending_;
  ShowOutput show_;
  std::string run_;    ///< whose output it is
  std::string begun_;  ///< the first bytes of a character
  std::string path_;
  std::size_t offset_ = 0;
};

enum class Followed { Over, OutOfReach, Interrupted };

/// What is shown of each run.
using MakeTails = std::function<std::vector<Tail>()>;

/// Shows the output of all runs (or of one task of a single one) as it is written, until they are
/// over. Reads the files often and asks the scheduler, or a center behind ssh for state and output,
/// no more often than the center allows. `OutOfReach`: all that are over or can be asked are over.
Result<Followed> follow_runs(Session& session, std::vector<RunGroup>& groups,
                             const MakeTails& tails, std::optional<int> task = {});

/// The run itself or, where `task` says so, that task of its array as a run of its own. Fails with
/// ExitCode::Usage for an array without a task, a task without an array, and a task that it lacks.
Result<RunRecord> run_or_task(const World& world, const RunRecord& run, std::optional<int> task);

}  // namespace gpujob
