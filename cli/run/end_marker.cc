// SPDX-License-Identifier: MIT
#include "run/end_marker.h"

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "run/attempt.h"
#include "run/json_fields.h"
#include "slurm/job_row.h"

namespace gpujob {

namespace {

/// "end.<job id>.<restart>.json" to the restart; nothing for another name.
std::optional<int> restart_in(std::string_view name, const std::string& job_id) {
  const std::string prefix = "end." + job_id + ".";
  constexpr std::string_view kSuffix = ".json";
  if (!name.starts_with(prefix) || !name.ends_with(kSuffix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  if (name.size() <= kSuffix.size()) return std::nullopt;
  name.remove_suffix(kSuffix.size());
  const auto restart = parse_integer(name);
  if (!restart || *restart > 1'000'000) return std::nullopt;
  return static_cast<int>(*restart);
}

Result<EndMarker> read_marker(const std::string& path, const std::string& text,
                              const std::string& run_id) {
  const Result<Json> document = parse_document(path, text, "gpujob/end/v1");
  if (!document) return document.failure();
  const Failure damaged(ExitCode::Invalid, path, "end marker is damaged");
  if (text_field_of(*document, "run") != run_id) {
    return Failure(ExitCode::Invalid, path, "end marker belongs to another run",
                   printable(text_field_of(*document, "run")));
  }
  const auto status = integer_field_of(*document, "exit_status");
  if (!status || !document->contains("reports") || !(*document)["reports"].is_array()) {
    return damaged;
  }
  EndMarker marker;
  marker.exit_status = static_cast<int>(*status);
  marker.started = text_field_of(*document, "started");
  marker.ended = text_field_of(*document, "ended");
  for (const Json& entry : (*document)["reports"]) {
    if (!entry.is_object()) return damaged;
    const auto bytes = integer_field_of(entry, "bytes");
    const std::string file = text_field_of(entry, "file");
    if (!bytes || *bytes < 0 || !is_report_name(file)) return damaged;
    marker.reports.push_back(
        {file, static_cast<std::size_t>(*bytes), text_field_of(entry, "sha256")});
  }
  return marker;
}

/// "end.<job id>.<restart>.json" to the job id; empty for another name.
std::string job_id_in(const std::string& name) {
  constexpr std::size_t kPrefix = 4;  // "end."
  if (name.size() <= kPrefix) return "";
  const std::string id = name.substr(kPrefix, name.find('.', kPrefix) - kPrefix);
  return (is_job_id(id) || id == "local") && restart_in(name, id) ? id : "";
}

}  // namespace

bool is_report_name(std::string_view name) {
  constexpr std::string_view kPrefix = "report-";
  constexpr std::string_view kSuffix = ".json";
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return false;
  if (name.size() <= kPrefix.size() + kSuffix.size()) return false;
  name.remove_prefix(kPrefix.size());
  name.remove_suffix(kSuffix.size());
  return parse_integer(name).has_value();
}

Result<std::optional<EndMarker>> read_end_marker(const World& world, const RunRecord& run) {
  const bool local = run.endpoint.kind == EndpointKind::Local;
  if (!run.job && !local) return std::optional<EndMarker>{};
  const std::string job_id = run.job ? run.job->job_id : "local";
  std::string newest;
  int latest = -1;
  const auto names = world.list(run.directory);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    const std::optional<int> restart = restart_in(name, job_id);
    if (!restart || *restart <= latest) continue;
    latest = *restart;
    newest = name;
  }
  if (newest.empty()) return std::optional<EndMarker>{};
  const std::string path = join_path(run.directory, newest);
  const Result<std::string> text = world.read_file(path);
  if (!text) return text.failure();
  Result<EndMarker> marker = read_marker(path, *text, run.id);
  if (!marker) return marker.failure();
  marker->restart = latest;
  return std::optional<EndMarker>(*std::move(marker));
}

Result<std::optional<std::string>> marked_job_id(const World& world, const RunRecord& run) {
  const auto names = world.list(run.directory);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (std::string id = job_id_in(name); !id.empty()) return std::optional<std::string>(id);
  }
  for (const TaskRecord& task : run.tasks) {
    const auto id = claimed_by(world, task_directory(run.directory, std::to_string(task.index)));
    if (!id) return id.failure();
    if (!id->empty()) return std::optional<std::string>(array_job_id(*id));
  }
  return std::optional<std::string>{};
}

Result<std::vector<EndMarker>> end_markers_in(const World& world, const std::string& folder,
                                              const std::string& run_id) {
  std::vector<EndMarker> markers;
  const auto names = world.list(folder);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (job_id_in(name).empty()) continue;
    const std::string path = join_path(folder, name);
    const Result<std::string> text = world.read_file(path);
    if (!text) return text.failure();
    if (Result<EndMarker> marker = read_marker(path, *text, run_id)) {
      markers.push_back(*std::move(marker));
    }
  }
  return markers;
}

Result<std::string> read_marked_report(const World& world, const RunRecord& run,
                                       const MarkedReport& report) {
  const std::string path = join_path(run.directory, report.file);
  const auto found = world.read_if_present(path);
  if (!found) return found.failure();
  if (!*found) {
    return Failure(ExitCode::Failed, path, "report is missing", "the end marker names it");
  }
  const std::string& text = **found;
  if (text.size() != report.bytes) {
    return Failure(ExitCode::Failed, path, "report is incomplete",
                   format("{} bytes, the end marker says {}", text.size(), report.bytes));
  }
  if (sha256(text) != report.sha256) {
    return Failure(ExitCode::Failed, path, "report was changed",
                   "its SHA-256 is not the one of the end marker");
  }
  return text;
}

}  // namespace gpujob
