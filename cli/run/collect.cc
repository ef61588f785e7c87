// SPDX-License-Identifier: MIT
#include "run/collect.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "run/end_marker.h"
#include "run/job_cost.h"
#include "run/report_mismatch.h"

namespace gpujob {

namespace {

/// "1f3a09bc27de (checked 2026-11-21)"; empty where it was not recorded.
std::string profile_text(const ProfileVersion& profile) {
  if (profile.sha256.empty()) return "";
  if (profile.checked.empty()) return profile.sha256;
  return format("{} (checked {})", profile.sha256, profile.checked);
}

/// GPUs that a user's own command was given for one launch: its report does not say over how many
/// it went. Nothing for one, and for programs of gpujob, whose reports say it.
std::string gpus_of_command(const JobPlan& plan) {
  const WorkloadPlan& work = workload_or_empty(plan);
  const int gpus = work.split ? work.split->devices : plan.gpu ? plan.gpu->asked : 1;
  return places_report(work) && gpus > 1 ? std::to_string(gpus) : "";
}

/// Brings a run's reports together, each launch once.
class Collector {
 public:
  Collector(const World& world, const RunRecord& run, Collected& collected)
      : world_(world), run_(run), collected_(collected) {}

  void take_marked(const EndMarker& marker) {
    for (const MarkedReport& marked : marker.reports) {
      take(launch_in(marked.file), marked.file, read_marked_report(world_, run_, marked));
    }
  }

  /// A job that was killed left no marker. Reports are written whole or not at all, so they can be
  /// read; whether they were changed since cannot be checked.
  void take_unmarked() {
    for (int launch = 1; launch <= launches_of(run_.plan); ++launch) {
      const std::string file = format("report-{}.json", launch);
      const std::string path = join_path(run_.directory, file);
      const auto text = world_.read_if_present(path);
      if (!text) take(launch, file, text.failure());
      if (text && *text) take(launch, file, **text);
    }
    if (collected_.reports.empty()) return;
    warn("its reports are taken as they are", "the job was ended before it could vouch for them");
  }

  /// Of a job that is over.
  void name_missing() {
    std::vector<std::string> missing;
    for (int first = 1; first <= launches_of(run_.plan); ++first) {
      if (looked_at_.count(first) != 0) continue;
      int last = first;
      while (last < launches_of(run_.plan) && looked_at_.count(last + 1) == 0) ++last;
      missing.push_back(first == last ? std::to_string(first) : format("{} to {}", first, last));
      first = last;
    }
    if (missing.empty() || looked_at_.empty()) return;
    warn(format("no report of launch {}", join(missing, ", ")),
         format("{} were planned, the job ended before", launches_of(run_.plan)));
  }

 private:
  /// Of a name that is one.
  static int launch_in(std::string_view file) {
    file.remove_prefix(file.find('-') + 1);
    return static_cast<int>(parse_integer(file.substr(0, file.find('.'))).value_or(0));
  }

  void take(int launch, const std::string& file, const Result<std::string>& text) {
    looked_at_.insert(launch);
    if (!text) return append(collected_.problems, text.failure().diagnostics);
    const std::string path = join_path(run_.directory, file);
    Result<TimingReport> report = read_report(path, *text);
    if (!report) return append(collected_.problems, report.failure().diagnostics);
    if (report->run_id != run_.id) {
      return refuse(path, "report belongs to another run", report->run_id);
    }
    if (std::string why = report_mismatch(run_.plan, *report, launch); !why.empty()) {
      return refuse(path, "report is not of what was planned", std::move(why));
    }
    collected_.reports.push_back(*std::move(report));
  }

  void refuse(const std::string& path, std::string problem, std::string why) {
    collected_.problems.push_back(
        {"", Severity::Error, path, std::move(problem), std::move(why), "", ""});
  }

  void warn(std::string problem, std::string why) {
    collected_.problems.push_back({"", Severity::Warning, format("run {}", run_.id),
                                   std::move(problem), std::move(why), "", ""});
  }

  const World& world_;
  const RunRecord& run_;
  Collected& collected_;
  std::set<int> looked_at_;  ///< launches
};

/// Of a job that ended well: what is wrong with its first report that does not count.
std::string why_refused(const Diagnostics& problems) {
  if (problems.empty()) return "it wrote no report";
  const auto error = std::find_if(problems.begin(), problems.end(), [](const Diagnostic& one) {
    return one.severity == Severity::Error;
  });
  const Diagnostic& first = error == problems.end() ? problems.front() : *error;
  return first.why.empty() ? first.problem : format("{}: {}", first.problem, first.why);
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
  if (!ended && !is_final(run.state)) return collected;
  collected.modules = run.plan.modules.modules;
  collected.profile = run.profile;
  if (const std::string* const qos = option_value(run.plan, "qos")) collected.qos = *qos;
  collected.gpus = gpus_of_command(run.plan);
  Collector collector(world, run, collected);
  if (ended) {
    collected.cost = cost_of(run, *ended);
    collector.take_marked(*ended);
  } else {
    collector.take_unmarked();
  }
  collector.name_missing();
  return collected;
}

Missing missing_from(const RunRecord& run, const Collected& collected) {
  const int launches = launches_of(run.plan) - static_cast<int>(collected.reports.size());
  if (launches <= 0) return {};
  const std::string state = to_string(run.state);
  if (!is_final(run.state)) {
    return {launches, format("{} when last asked; 'gpujob status' asks again", state)};
  }
  if (run.state == RunState::Done) return {launches, why_refused(collected.problems)};
  return {launches, run.detail.empty() ? state : format("{}: {}", state, run.detail)};
}

std::vector<Measurement> measurements_of(const Collected& collected) {
  std::vector<Measurement> measurements;
  for (const TimingReport& report : collected.reports) {
    measurements.push_back(measurement_of(report));
    measurements.back().cost = collected.cost;
    if (std::string& gpus = measurements.back().setting.gpus; gpus.empty()) gpus = collected.gpus;
    auto& environment = measurements.back().setting.environment;
    if (!collected.modules.empty()) {
      environment.emplace_back("modules", format("{}", join(collected.modules, " ")));
    }
    if (!collected.qos.empty()) environment.emplace_back(kQosFact, collected.qos);
    if (const std::string profile = profile_text(collected.profile); !profile.empty()) {
      environment.emplace_back("profile", profile);
    }
    std::sort(environment.begin(), environment.end());
  }
  return measurements;
}

}  // namespace gpujob
