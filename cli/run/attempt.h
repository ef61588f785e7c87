// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "run/run_directory.h"
#include "slurm/sbatch.h"

// attempt-<k>/ of a run directory: one call of sbatch, or one start on this machine. Every file
// is made once and never changed, so what happened can be read from which of them are there:
//
//   intent.json   before the call: nothing may be called again without looking at what came of it
//   answer.json   the raw answer, before it is interpreted
//   found.json    the job was found by its name later: the answer was unclear, lost or wrong
//   absent.json   the queue has answered after a refusal of the controller: no job has the name
//   cancel.json   the user asked for the job's end
//
// The tasks of an array that gpujob made of several runs share its attempts, which lie in the
// array's directory: there the ids are the array's. Each run keeps its own cancel.json and claim.
//
// Beside the attempts lies `claim`, which a job makes by link(2) before any work: of several jobs
// of one run the one that it names does the work, and the others end at once.

namespace gpujob {

/// What one attempt came to.
struct Attempt {
  int number = 0;                        ///< from 1; 0: no attempt yet
  std::string intended;                  ///< when; "2026-11-21T09:30:00Z"
  std::optional<SbatchVerdict> verdict;  ///< of the answer, once it is here
  std::optional<RunJob> job;
  bool is_claimed = false;  ///< the job says itself that it does the run's work
  std::string not_started;  ///< why the executor could not be started; nothing was sent then
  bool cancel_asked = false;
  bool is_confirmed = false;  ///< of a refusal: no job can have been made before it
};

/// What the run's center says beside sbatch's own words.
OwnAnswers own_answers(const RunRecord& run);

/// The directory that holds the run's attempts: its own, or its array's.
std::string submission_directory(const RunRecord& run);

std::string attempt_directory(const std::string& run_directory, int number);

/// Starts the attempt after `run.attempt`: fails if another process has started it.
Status write_intent(World& world, const RunRecord& run, const std::vector<std::string>& argv,
                    const std::string& script);

/// The raw answer of sbatch, or the failure to start it.
Status write_answer(World& world, const RunRecord& run, const std::vector<std::string>& argv,
                    const Result<ProcessAnswer>& answer);

/// The process that was started on this machine, or the failure to start it.
Status write_local_answer(World& world, const RunRecord& run, const std::vector<std::string>& argv,
                          const Result<ProcessIdentity>& process);

/// The job of the run's name, where the answer does not give its id; `source` is "queue",
/// "accounting" or "end marker". A job that was found before stays.
Status write_found(World& world, const RunRecord& run, const std::string& job_id,
                   const std::string& source);

/// True if the note is new, false if the end was asked for before.
Result<bool> write_cancel(World& world, const RunRecord& run);
/// The queue does not list the job that sbatch's refusal denies.
Status write_absent(World& world, const RunRecord& run);
/// Removes the note: the request was refused.
Status remove_cancel(World& world, const RunRecord& run);

/// The id of the job that made the claim in a directory of a run or a task; empty without a claim.
Result<std::string> claimed_by(const World& world, const std::string& directory);

/// The latest attempt as its files tell it. Fails with ExitCode::Invalid for a damaged file, with
/// ExitCode::Failed for one that cannot be read.
Result<Attempt> read_attempt(const World& world, const RunRecord& run);

}  // namespace gpujob
