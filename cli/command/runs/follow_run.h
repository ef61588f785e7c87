// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/run_locator.h"

namespace gpujob {

/// "job.<job id>.<restart><ending>" of the last restart; empty as long as the job has not written
/// one. A copy of the job writes a file of its own id.
Result<std::string> log_of(const World& world, const RunRecord& owner, const std::string& ending);

/// Prints what a job's growing output has beyond what was printed already. A job's text may hold
/// anything: control characters are replaced, also in a pipe, which often ends at a terminal;
/// characters of several bytes are printed whole.
class Tail {
 public:
  enum class To { Out, Err };
  Tail(World& world, std::string ending, To to)
      : world_(world), ending_(std::move(ending)), to_(to) {}

  /// Fails if there is a file and it cannot be read.
  Status print_new(const RunRecord& owner);
  /// The file has ended: a character without its rest is shown as it is.
  void end();

 private:
  void print(const std::string& text);
  void write(const std::string& text);

  World& world_;
  std::string ending_;
  To to_;
  std::string begun_;  ///< the first bytes of a character
  std::string path_;
  std::size_t offset_ = 0;
};

enum class Followed { Over, OutOfReach, Interrupted };

/// Prints the output of the group's first run (or of one task of it) as it is written, until that
/// is over. Reads the files often and asks the scheduler, or a center behind ssh for state and
/// output, no more often than the center allows.
Result<Followed> follow_run(World& world, RunGroup& group, std::vector<Tail>& tails,
                            std::optional<int> task = {});

/// The run itself or, where `task` says so, that task of its array as a run of its own. Fails with
/// ExitCode::Usage for an array without a task, a task without an array, and a task that it lacks.
Result<RunRecord> run_or_task(const World& world, const RunRecord& run, std::optional<int> task);

}  // namespace gpujob
