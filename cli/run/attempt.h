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
//   answer.json   the raw answer, before anybody read a meaning into it
//   found.json    the job was found by its name later, because the answer was unclear or is lost
//   cancel.json   somebody asked for the job's end

namespace gpujob {

/// What one attempt came to.
struct Attempt {
  int number = 0;                        ///< from 1; 0: there is none
  std::string intended;                  ///< when; "2026-11-21T09:30:00Z"
  std::optional<SbatchVerdict> verdict;  ///< of the answer; absent as long as there is no answer
  std::optional<RunJob> job;
  std::string not_started;  ///< why the executor could not be started; nothing was sent then
  bool cancel_asked = false;
};

std::string attempt_directory(const std::string& run_directory, int number);

/// Claims attempt 1: fails if anybody has claimed it before.
Status write_intent(World& world, const RunRecord& run, const std::vector<std::string>& argv,
                    const std::string& script);

/// The raw answer of sbatch, or the failure to start it.
Status write_answer(World& world, const RunRecord& run, const std::vector<std::string>& argv,
                    const Result<ProcessAnswer>& answer);

/// The process that was started on this machine, or the failure to start it.
Status write_local_answer(World& world, const RunRecord& run, const std::vector<std::string>& argv,
                          const Result<ProcessIdentity>& process);

/// The job that bears the run's name; `source` is "queue" or "accounting".
Status write_found(World& world, const RunRecord& run, const std::string& job_id,
                   const std::string& source);

/// True if the note is new, false if somebody had asked before.
Result<bool> write_cancel(World& world, const RunRecord& run);
/// Takes the note away again: the question was refused.
Status remove_cancel(World& world, const RunRecord& run);

/// The latest attempt as its files tell it. Fails with ExitCode::Invalid for a damaged file.
Result<Attempt> read_attempt(const World& world, const std::string& run_directory);

}  // namespace gpujob
