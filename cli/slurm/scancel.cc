// SPDX-License-Identifier: MIT
#include "slurm/scancel.h"

#include "base/format.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

/// scancel of a job that has ended by itself: nothing is left to do.
bool says_ended(const std::string& err) {
  return err.find("Invalid job id specified") != std::string::npos ||
         err.find("Job/step already completing or completed") != std::string::npos;
}

}  // namespace

Status cancel_jobs(World& world, const Endpoint& endpoint, const std::vector<std::string>& job_ids,
                   const std::string& job_name, Cancel which) {
  std::vector<std::string> arguments{"--name=" + job_name};
  if (which == Cancel::IfPending) arguments.emplace_back("--state=PENDING");
  arguments.insert(arguments.end(), job_ids.begin(), job_ids.end());
  const Result<ProcessAnswer> answer =
      ask_slurm(world, endpoint, "scancel", arguments, kQuestionDeadline);
  if (!answer) return Failure(ExitCode::Unknown, answer.failure().diagnostics);
  if (answer->exit_status == 0) return {};
  const std::string jobs =
      job_ids.size() == 1 ? "job " + job_ids.front() : format("{} jobs", job_ids.size());
  if (answer->err.find("Access/permission denied") != std::string::npos) {
    return Failure(ExitCode::Scheduler, jobs, "scancel was refused", words_of(*answer));
  }
  if (says_ended(answer->err)) return {};
  return not_answered("scancel", jobs + " may or may not be cancelled", *answer);
}

}  // namespace gpujob
