// SPDX-License-Identifier: MIT
#include "jobs/session/run_outcome.h"

#include <algorithm>

#include "base/format.h"
#include "run/array_tasks.h"

namespace gpujob {

std::string run_line(const RunRecord& run) {
  return format("run {}: {}{}", run.id, to_string(run.state),
                run.detail.empty() ? "" : format(" ({})", run.detail));
}

std::string place_text(const std::string& center, const std::string& gpu,
                       const std::string& sandbox) {
  return format("{}{}{}", center, gpu.empty() ? "" : " " + gpu,
                sandbox.empty() ? "" : format(" (sandbox {})", sandbox));
}

ExitCode exit_of(RunState state) {
  switch (state) {
    case RunState::Done:
      return ExitCode::Done;
    case RunState::Pending:
    case RunState::Running:
    case RunState::ResultsPending:
    case RunState::Intended:
      return ExitCode::Pending;
    case RunState::Unknown:
    case RunState::Vanished:
      return ExitCode::Unknown;
    case RunState::Refused:
    case RunState::Failed:
    case RunState::Cancelled:
      return ExitCode::Failed;
  }
  return ExitCode::Unknown;
}

Result<std::optional<int>> exit_status_of(const World& world, const RunRecord& run) {
  if (!is_final(run.state)) return std::optional<int>{};
  const auto marker = read_end_marker(world, run);
  if (!marker) return marker.failure();
  return *marker ? std::optional((*marker)->exit_status) : std::nullopt;
}

Result<int> job_status(const World& world, const RunRecord& run) {
  int highest = static_cast<int>(exit_of(run.state));
  if (run.tasks.empty()) {
    const auto own = exit_status_of(world, run);
    if (!own) return own.failure();
    return own->value_or(highest);
  }
  for (const TaskRecord& task : run.tasks) {
    const auto one = task_run(world, run, task);
    if (!one) return one.failure();
    const auto status = job_status(world, *one);
    if (!status) return status;
    highest = std::max(highest, *status);
  }
  return highest;
}

}  // namespace gpujob
