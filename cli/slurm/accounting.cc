// SPDX-License-Identifier: MIT
#include "slurm/accounting.h"

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

using Rows = std::optional<std::vector<JobRow>>;

/// Fails on a row that is broken: it is of a job that the accounting knows.
Result<Rows> read_rows(const std::string& out) {
  std::vector<JobRow> rows;
  for (const std::string_view line : lines(out)) {
    std::optional<std::vector<std::string>> fields = job_fields(line, 9);
    if (!fields && is_broken_row(line)) {
      return Failure(ExitCode::Unknown, "sacct", "a row of the accounting cannot be read",
                     printable(line), "try again in a minute");
    }
    if (!fields) continue;
    JobRow& row = rows.emplace_back();
    row.job_id = (*fields)[0];
    row.state = (*fields)[1];
    row.exit = (*fields)[2];
    row.nodes = (*fields)[3];
    row.elapsed = (*fields)[4];
    row.submitted = (*fields)[5];
    row.energy = (*fields)[6];
    row.cpus = (*fields)[7];
    row.name = (*fields)[8];
  }
  return Rows{std::move(rows)};
}

Result<Rows> ask(World& world, const Endpoint& endpoint, std::vector<std::string> selection) {
  std::vector<std::string> arguments{
      "--allocations", "--parsable2", "--noheader",
      "--format=JobID,State,ExitCode,NodeList,Elapsed,Submit,ConsumedEnergyRaw,AllocCPUS,JobName"};
  arguments.insert(arguments.end(), selection.begin(), selection.end());
  const Result<ProcessAnswer> answer =
      ask_slurm(world, endpoint, "sacct", arguments, kQuestionDeadline, OnStop::End);
  if (!answer) return Failure(ExitCode::Unknown, answer.failure().diagnostics);
  if (answer->err.find("Slurm accounting storage is disabled") != std::string::npos) return Rows{};
  // Some versions print that the database is away and exit 0 without a row.
  if (is_incomplete(*answer)) {
    return not_answered("sacct", "the accounting could not be asked", *answer);
  }
  Result<Rows> rows = read_rows(answer->out);
  if (rows && (*rows)->empty() && has_words_only(*answer)) {
    return not_answered("sacct", "the accounting could not be asked", *answer);
  }
  return rows;
}

}  // namespace

Result<Rows> list_accounting(World& world, const Endpoint& endpoint,
                             const std::vector<std::string>& job_ids) {
  return ask(world, endpoint, {format("--jobs={}", join(job_ids, ","))});
}

Result<Rows> find_in_accounting(World& world, const Endpoint& endpoint,
                                const std::vector<std::string>& job_names, Instant since) {
  std::string start = format_instant(since);
  start.pop_back();  // sacct rejects the "Z"; its children run in UTC
  return ask(world, endpoint, {"--name=" + join(job_names, ","), "--starttime=" + start});
}

}  // namespace gpujob
