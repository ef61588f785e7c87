// SPDX-License-Identifier: MIT
#include "run/bundle_import.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "run/end_marker.h"

namespace gpujob {

namespace {

/// Does a marker name the report, and none as it is?
bool is_contradicted(const std::vector<EndMarker>& markers, const std::string& file,
                     const std::string& text) {
  bool named = false;
  for (const EndMarker& marker : markers) {
    for (const MarkedReport& report : marker.reports) {
      if (report.file != file) continue;
      if (report.bytes == text.size() && report.sha256 == sha256(text)) return false;
      named = true;
    }
  }
  return named;
}

Result<Measurement> read_one(const World& world, const std::string& folder,
                             const std::string& file) {
  const std::string path = join_path(folder, file);
  const Result<std::string> text = world.read_file(path);
  if (!text) return text.failure();
  Result<Measurement> measurement = read_bundled_report(path, *text);
  if (!measurement) return measurement;
  const Result<std::vector<EndMarker>> markers = end_markers_in(world, folder, measurement->run);
  if (!markers) return markers.failure();
  if (is_contradicted(*markers, file, *text)) {
    return Failure(ExitCode::Failed, path, "report was changed",
                   "its SHA-256 is not the one of the end marker");
  }
  return measurement;
}

Status add_folder(const World& world, const std::string& folder, BundledReports& carried) {
  const auto files = world.list(folder);
  if (!files) return files.failure();
  for (const std::string& file : *files) {
    if (!is_report_name(file)) continue;
    Result<Measurement> measurement = read_one(world, folder, file);
    if (measurement) {
      carried.measurements.push_back(*std::move(measurement));
    } else {
      append(carried.problems, measurement.failure().diagnostics);
      ++carried.damaged;
    }
  }
  return {};
}

}  // namespace

Result<Measurement> read_bundled_report(const std::string& where, const std::string& text) {
  const Result<TimingReport> report = read_report(where, text);
  if (!report) return report.failure();
  Measurement measurement = measurement_of(*report);
  if (measurement.run.empty()) measurement.run = "report-" + sha256(text).substr(0, 19);
  return measurement;
}

Result<BundledReports> read_bundled_reports(const World& world, const std::string& folder) {
  BundledReports carried;
  if (const Status added = add_folder(world, folder, carried); !added) return added.failure();
  const auto names = world.list(folder);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    const std::string path = join_path(folder, name);
    if (world.kind(path) != FileKind::Directory) continue;
    if (const Status added = add_folder(world, path, carried); !added) return added.failure();
  }
  if (carried.measurements.empty() && carried.damaged == 0) {
    return Failure(ExitCode::Invalid, folder, "holds no report",
                   "neither report-1.json nor a folder that holds one");
  }
  return carried;
}

}  // namespace gpujob
