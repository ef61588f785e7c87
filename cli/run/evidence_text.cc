// SPDX-License-Identifier: MIT
#include "run/evidence_text.h"

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

std::string row_text(const JobRow& row) {
  std::string text = format("job {} is {}", row.job_id, row.state);
  if (!row.exit.empty()) text += format(", exit {}", row.exit);
  if (!row.submitted.empty()) text += format(", submitted {}", row.submitted);
  return text;
}

/// One source; `owner` has no job as long as none is known.
std::string observation_line(const char* source, const Observation& seen, const RunRecord& owner) {
  const std::string job = owner.job ? format("job {}", owner.job->job_id) : "a job of its name";
  switch (seen.kind) {
    case Observation::Kind::NotAsked:
      return format("{}: not asked, or no answer", source);
    case Observation::Kind::Disabled:
      return format("{}: disabled on this cluster", source);
    case Observation::Kind::Absent:
      if (seen.row.job_id.empty()) return format("{}: does not list {}", source, job);
      return printable(format("{}: that id is another job's now: '{}', submitted {}", source,
                              seen.row.name, seen.row.submitted));
    case Observation::Kind::Listed:
      break;
  }
  return printable(format("{}: {}", source, row_text(seen.row)));
}

/// The end marker, its reports, and a request to end the job.
std::vector<std::string> disk_lines(const StateEvidence& evidence) {
  std::vector<std::string> all;
  if (evidence.marker) {
    all.push_back(printable(format("end marker: exit status {}, ended {}, {}",
                                   evidence.marker->exit_status, evidence.marker->ended,
                                   count_of(evidence.marker->reports.size(), "report"))));
    if (!evidence.results.empty()) all.push_back(printable("reports: " + evidence.results));
  } else {
    all.emplace_back("end marker: not there");
  }
  if (evidence.cancel == StateEvidence::Cancel::Asked) {
    all.emplace_back("cancel.json: its end was asked for");
  }
  return all;
}

const char* process_text(LocalProcess process) {
  switch (process) {
    case LocalProcess::Alive:
      return "process: it runs";
    case LocalProcess::Gone:
      return "process: it has ended";
    case LocalProcess::Unrecorded:
      return "process: not recorded, its output is there";
    case LocalProcess::NotStarted:
      break;
  }
  return "process: not recorded, no output";
}

std::vector<std::string> after(std::string first, const StateEvidence& evidence) {
  std::vector<std::string> all{std::move(first)};
  for (std::string& line : disk_lines(evidence)) all.push_back(std::move(line));
  return all;
}

}  // namespace

std::vector<std::string> evidence_lines(const RunRecord& run, const StateEvidence& evidence) {
  std::vector<std::string> all = after(observation_line("queue", evidence.queue, run), evidence);
  all.insert(all.begin() + 1, observation_line("accounting", evidence.accounting, run));
  return all;
}

std::vector<std::string> local_evidence_lines(const StateEvidence& evidence, LocalProcess process) {
  return after(process_text(process), evidence);
}

std::vector<std::string> final_evidence_lines(const StateEvidence& evidence,
                                              const std::string& why) {
  return after(printable("scheduler: " + why), evidence);
}

}  // namespace gpujob
