// SPDX-License-Identifier: MIT
#include "run/collect.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "run/end_marker.h"
#include "run/job_cost.h"

namespace gpujob {

namespace {

/// "1f3a09bc27de (checked 2026-11-21)"; empty where nobody recorded it.
std::string profile_text(const ProfileVersion& profile) {
  if (profile.sha256.empty()) return "";
  if (profile.checked.empty()) return profile.sha256;
  return format("{} (checked {})", profile.sha256, profile.checked);
}

void collect_one(const World& world, const RunRecord& run, const MarkedReport& marked,
                 Collected& collected) {
  const Result<std::string> text = read_marked_report(world, run, marked);
  if (!text) return append(collected.problems, text.failure().diagnostics);
  const std::string path = join_path(run.directory, marked.file);
  Result<TimingReport> report = read_report(path, *text);
  if (!report) return append(collected.problems, report.failure().diagnostics);
  if (report->run_id != run.id) {
    collected.problems.push_back(
        {"", Severity::Error, path, "report belongs to another run", report->run_id, "", ""});
    return;
  }
  collected.reports.push_back(*std::move(report));
}

}  // namespace

Result<Collected> collect(const World& world, const RunRecord& run) {
  Collected collected;
  const Result<std::optional<EndMarker>> marker = read_end_marker(world, run);
  if (!marker) {
    append(collected.problems, marker.failure().diagnostics);
    return collected;
  }
  const std::optional<EndMarker>& ended = *marker;
  if (!ended) return collected;
  collected.cost = cost_of(run, *ended);
  collected.modules = run.plan.modules.modules;
  collected.profile = run.profile;
  for (const MarkedReport& marked : ended->reports) {
    collect_one(world, run, marked, collected);
  }
  return collected;
}

std::vector<Measurement> measurements_of(const Collected& collected) {
  std::vector<Measurement> measurements;
  for (const TimingReport& report : collected.reports) {
    measurements.push_back(measurement_of(report));
    measurements.back().cost = collected.cost;
    auto& environment = measurements.back().setting.environment;
    if (!collected.modules.empty()) {
      environment.emplace_back("modules", format("{}", join(collected.modules, " ")));
    }
    if (const std::string profile = profile_text(collected.profile); !profile.empty()) {
      environment.emplace_back("profile", profile);
    }
    std::sort(environment.begin(), environment.end());
  }
  return measurements;
}

}  // namespace gpujob
