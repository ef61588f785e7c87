// SPDX-License-Identifier: MIT
#include "slurm/queue.h"

#include "base/text.h"
#include "slurm/ask.h"

namespace gpujob {

Result<std::vector<JobRow>> list_queue(World& world, const Endpoint& endpoint) {
  const Result<ProcessAnswer> answer = ask_slurm(
      world, endpoint, "squeue",
      {"--noheader", "--states=all", "--me", "--format=%i|%T|%r|%M|%V|%N|%j"}, kQuestionDeadline);
  if (!answer) {
    // A squeue that is here and cannot be started says nothing about the queue.
    const std::string squeue = slurm_command(world, endpoint, "squeue");
    const bool is_here = world.find_program(squeue) || world.kind(squeue) != FileKind::Absent;
    return Failure(is_here ? ExitCode::Unknown : ExitCode::Scheduler, answer.failure().diagnostics);
  }
  if (has_no_configuration(*answer)) {
    return Failure(ExitCode::Scheduler, "squeue", "no Slurm here",
                   "it is installed but has no configuration",
                   "ask on the machine that sent the job");
  }
  if (is_incomplete(*answer)) {
    return not_answered("squeue", "the queue could not be asked", *answer);
  }
  std::vector<JobRow> rows;
  for (const std::string_view line : lines(answer->out)) {
    std::optional<std::vector<std::string>> fields = job_fields(line, 7);
    if (!fields) continue;
    JobRow& row = rows.emplace_back();
    row.job_id = (*fields)[0];
    row.state = (*fields)[1];
    row.reason = (*fields)[2];
    row.elapsed = (*fields)[3];
    row.submitted = (*fields)[4];
    row.nodes = (*fields)[5];
    row.name = (*fields)[6];
  }
  return rows;
}

}  // namespace gpujob
