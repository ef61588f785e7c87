// SPDX-License-Identifier: MIT
#include "slurm/queue.h"

#include "base/text.h"
#include "slurm/ask.h"
#include "slurm/shared_queue.h"

namespace gpujob {

namespace {

/// The reason last: it may hold any text, and the names of our jobs are plain.
constexpr const char* kFormat = "--format=%i|%T|%M|%V|%N|%j|%r";

/// A row of the queue; nothing for a line that begins with no job id. A name with a line break ends
/// its row. Fails on a row that is broken: it is of a job that is there.
Result<std::optional<JobRow>> read_row(std::string_view line) {
  auto fields = job_fields(line, 7);
  if (!fields) fields = job_fields(line, 6);
  if (!fields && is_broken_row(line)) {
    return Failure(ExitCode::Unknown, "squeue", "a row of the queue cannot be read",
                   printable(line), "try again in a minute");
  }
  if (!fields) return std::optional<JobRow>();
  JobRow row;
  row.job_id = (*fields)[0];
  row.state = (*fields)[1];
  row.elapsed = (*fields)[2];
  row.submitted = (*fields)[3];
  row.nodes = (*fields)[4];
  row.name = (*fields)[5];
  if (fields->size() > 6) row.reason = (*fields)[6];
  return std::optional(std::move(row));
}

Result<std::vector<JobRow>> read_queue(std::string_view text) {
  std::vector<JobRow> rows;
  for (const std::string_view line : lines(text)) {
    auto row = read_row(line);
    if (!row) return row.failure();
    if (*row) rows.push_back(**std::move(row));
  }
  return rows;
}

}  // namespace

Result<std::vector<JobRow>> list_queue(World& world, const Endpoint& endpoint) {
  const Instant asked = world.now();
  const Result<ProcessAnswer> answer =
      ask_slurm(world, endpoint, "squeue", {"--noheader", "--states=all", "--me", kFormat},
                kQuestionDeadline, OnStop::End);
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
  Result<std::vector<JobRow>> rows = read_queue(answer->out);
  if (rows && rows->empty() && has_words_only(*answer)) {
    return not_answered("squeue", "the queue could not be asked", *answer);
  }
  if (rows) keep_shared_queue(world, endpoint, {asked, answer->out});
  return rows;
}

std::optional<QueueAnswer> queue_told_to_another(const World& world, const Endpoint& endpoint) {
  const std::optional<SharedQueue> shared = read_shared_queue(world, endpoint);
  if (!shared) return std::nullopt;
  Result<std::vector<JobRow>> rows = read_queue(shared->text);
  if (!rows) return std::nullopt;
  return QueueAnswer{shared->asked, *std::move(rows)};
}

}  // namespace gpujob
