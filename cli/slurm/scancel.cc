// SPDX-License-Identifier: MIT
#include "slurm/scancel.h"

#include "slurm/ask.h"

namespace gpujob {

namespace {

/// scancel of a job that has ended by itself: nothing is left to do.
bool says_ended(const std::string& err) {
  return err.find("Invalid job id specified") != std::string::npos ||
         err.find("Job/step already completing or completed") != std::string::npos;
}

}  // namespace

Status cancel_job(World& world, const Endpoint& endpoint, const std::string& job_id,
                  const std::string& job_name, Cancel which) {
  std::vector<std::string> arguments{"--name=" + job_name};
  if (which == Cancel::IfPending) arguments.push_back("--state=PENDING");
  arguments.push_back(job_id);
  const Result<ProcessAnswer> answer =
      ask_slurm(world, endpoint, "scancel", arguments, kQuestionDeadline);
  if (!answer) return Failure(ExitCode::Unknown, answer.failure().diagnostics);
  if (answer->exit_status == 0 || says_ended(answer->err)) return {};
  if (answer->err.find("Access/permission denied") != std::string::npos) {
    return Failure(ExitCode::Scheduler, "job " + job_id, "scancel was refused", words_of(*answer));
  }
  return not_answered("scancel", "job " + job_id + " may or may not be cancelled", *answer);
}

}  // namespace gpujob
