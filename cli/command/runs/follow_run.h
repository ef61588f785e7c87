// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/session/run_locator.h"

namespace gpujob {

/// "job.<job id>.<restart><ending>" of the last restart; empty as long as the job has not written
/// one. A copy of the job writes a file of its own id.
Result<std::string> log_of(const World& world, const RunRecord& owner, const std::string& ending);

/// Above the output of one of several runs, as `tail` has it: "==> run 01J… <==". Said anew
/// whenever another run than the last writes.
class Headings {
 public:
  explicit Headings(World& world) : world_(world) {}
  void begin(const std::string& run);

 private:
  World& world_;
  std::string shown_;
};

/// Prints what a job's growing output has beyond what was printed already. A job's text may hold
/// anything: control characters are replaced, also in a pipe, which often ends at a terminal;
/// characters of several bytes are printed whole.
class Tail {
 public:
  enum class To { Out, Err };
  /// `headings`: where the output of several runs is printed.
  Tail(World& world, std::string ending, To to, Headings* headings = nullptr)
      : world_(world), ending_(std::move(ending)), to_(to), headings_(headings) {}

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
  Headings* headings_;
  std::string run_;    ///< whose output it is
  std::string begun_;  ///< the first bytes of a character
  std::string path_;
  std::size_t offset_ = 0;
};

enum class Followed { Over, OutOfReach, Interrupted };

/// What is printed of each run.
using MakeTails = std::function<std::vector<Tail>()>;

/// Prints the output of all runs (or of one task of a single one) as it is written, until they are
/// over. Reads the files often and asks the scheduler, or a center behind ssh for state and output,
/// no more often than the center allows. `OutOfReach`: all that are over or can be asked are over.
Result<Followed> follow_runs(World& world, std::vector<RunGroup>& groups, const MakeTails& tails,
                             std::optional<int> task = {});

/// The run itself or, where `task` says so, that task of its array as a run of its own. Fails with
/// ExitCode::Usage for an array without a task, a task without an array, and a task that it lacks.
Result<RunRecord> run_or_task(const World& world, const RunRecord& run, std::optional<int> task);

}  // namespace gpujob
