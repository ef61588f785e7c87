// SPDX-License-Identifier: MIT
#include "command/runs/run_text.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/output.h"
#include "run/array_tasks.h"
#include "run/collect.h"
#include "slurm/job_state.h"

namespace gpujob {

namespace {

/// "TIMEOUT: it ran …" and "FAILED (exit 0:53): …" begin with Slurm's word and exit.
std::string next_step_of(const RunRecord& run) {
  switch (run.state) {
    case RunState::Refused:
      return "change what was refused and submit it again";
    case RunState::Vanished:
      if (run.detail.ends_with("submit again")) return "submit it again";
      return format("'gpujob recover {}' looks for it again", run.id);
    default:
      break;
  }
  if (const std::vector<int> failed = failed_tasks(run); !failed.empty()) {
    return format(
        "'gpujob logs {} --task {} --err' shows what it said, 'gpujob retry {}' sends {} again",
        run.id, failed.front(), run.id,
        failed.size() == 1 ? "it" : count_of(failed.size(), "task"));
  }
  const std::string_view detail = run.detail;
  constexpr std::string_view kExit = "(exit ";
  const std::size_t mark = detail.find(kExit);
  std::string_view exit;
  if (mark != std::string_view::npos) {
    exit = detail.substr(mark + kExit.size());
    exit = exit.substr(0, exit.find(')'));
  }
  const std::string_view next = next_step(detail.substr(0, detail.find_first_of(" :")), exit);
  if (!next.empty()) return std::string(next);
  return format("'gpujob logs {} --err' shows what it said", run.id);
}

}  // namespace

std::string failure_text(const RunRecord& run) {
  const ExitCode exit = exit_of(run.state);
  const bool wanted = exit == ExitCode::Done || run.state == RunState::Cancelled;
  if (wanted || !is_final(run.state)) return "";
  const std::string evidence = run.evidence.empty() ? "not recorded" : join(run.evidence, "; ");
  return format("  evidence: {}\n  next: {}\n", evidence, next_step_of(run));
}

std::string evidence_text(const RunRecord& run) {
  std::string text = run_line(run) + "\n";
  if (run.evidence.empty()) return text + "  no evidence recorded\n";
  for (const std::string& line : run.evidence) text += format("  {}\n", line);
  return text;
}

std::string why_text(const RunRecord& run) {
  if (run.state != RunState::Pending) return run.detail;
  const std::string_view meaning = reason_meaning(run.detail);
  return meaning.empty() ? run.detail : format("{} ({})", meaning, run.detail);
}

Colour state_colour(std::string_view state) {
  switch (run_state_from(state).value_or(RunState::Unknown)) {
    case RunState::Done:
      return kGreen;
    case RunState::Running:
    case RunState::ResultsPending:
      return kCyan;
    case RunState::Pending:
    case RunState::Intended:
      return kYellow;
    default:
      return kRed;
  }
}

std::string run_table(const std::vector<RunGroup>& groups, const Screen& screen) {
  TextTable table(
      {{"run"}, {"state", Align::Left, state_colour}, {"workload"}, {"where"}, {"job"}, {"why"}});
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) {
      table.add(
          {run.id, to_string(run.state), title_of(run.plan),
           place_text(run.plan.center, run.plan.gpu ? run.plan.gpu->key : "", run.endpoint.sandbox),
           run.job ? run.job->job_id : "", why_text(run)});
    }
  }
  return table.text(screen);
}

Json run_json(const RunRecord& run) {
  const WorkloadPlan& work = workload_or_empty(run.plan);
  Json entry;
  entry["run"] = run.id;
  entry["state"] = to_string(run.state);
  entry["final"] = is_final(run.state);
  entry["detail"] = run.detail;
  entry["workload"] = work.name;
  if (run.plan.retry_of) entry["retry_of"] = *run.plan.retry_of;
  if (const OwnJobPlan* own = own_job_of(run.plan)) entry["payload"] = own->name;
  entry["variant"] = work.variant;
  entry["backend"] = work.backend;
  entry["precision"] = work.precision;
  entry["site"] = format("{}/{}", run.plan.center, run.plan.cluster);
  entry["sandbox"] = run.endpoint.sandbox.empty() ? Json(nullptr) : Json(run.endpoint.sandbox);
  entry["gpu"] = run.plan.gpu ? Json(run.plan.gpu->key) : Json(nullptr);
  entry["job_id"] = run.job ? Json(run.job->job_id) : Json(nullptr);
  entry["submitted"] = run.submitted;
  entry["directory"] = run.directory;
  if (run.job && !run.tasks.empty()) {
    entry["tasks"] = Json::array();
    for (const TaskRecord& task : run.tasks) {
      entry["tasks"].push_back(
          {{"task", task.index}, {"state", to_string(task.state)}, {"detail", task.detail}});
    }
  }
  return entry;
}

Json run_list_json(const std::vector<RunGroup>& groups) {
  Json list = Json::array();
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) list.push_back(run_json(run));
  }
  return list;
}

ExitCode exit_of(const std::vector<RunGroup>& groups, const Diagnostics& problems) {
  constexpr std::array order = {ExitCode::Done, ExitCode::Failed, ExitCode::Unknown,
                                ExitCode::Pending};
  const auto* worst = order.begin() + (has_errors(problems) ? 1 : 0);
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) {
      worst = std::max(worst, std::find(order.begin(), order.end(), exit_of(run.state)));
    }
  }
  return *worst;
}

}  // namespace gpujob
