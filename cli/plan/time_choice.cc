// SPDX-License-Identifier: MIT
#include "plan/time_choice.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "plan/workload_choice.h"
#include "workload/reader.h"

// A walltime is always in the script: some centers' default is a minute. Unless the user or
// the center sets it, it is the manifest's estimate per launch, plus a fifth, plus a minute for
// modules and the start (ten more if the job compiles first), in whole minutes, at least two.
// Worked example: an estimate of 540 s, one launch: 540 * 1.2 + 60 = 708 s, so 12 minutes.

namespace gpujob {

namespace {

constexpr double kMargin = 1.2;
constexpr double kStartSeconds = 60;
constexpr double kBuildSeconds = 600;
constexpr long long kLeastMinutes = 2;
constexpr long long kMostMinutes = 366LL * 24 * 60;
/// A launch samples at most this long, and at most half its share of the walltime.
constexpr double kSampleSeconds = 60;

std::string launch_count(int launches) {
  return launches == 1 ? "1 launch" : format("{} launches", launches);
}

bool builds_in_job(const Draft& draft) {
  return draft.work().build && draft.work().build->place == BuildPlan::Place::Job;
}

/// The minutes that the center wants of a job on so many nodes, if it says so.
long long minutes_for_width(const Draft& draft) {
  const Partition* partition = draft.partition();
  if (draft.plan.nodes < 2 || partition == nullptr || !partition->max_nodes_per_minute) return 0;
  return std::llround(std::ceil(draft.plan.nodes / *partition->max_nodes_per_minute));
}

Result<SourcedValue> from_estimate(Draft& draft) {
  const Workload& workload = draft.workload();
  if (workload.time_estimate.empty()) {
    return Failure(ExitCode::Usage, draft.at_workload(), "no time limit given",
                   "its manifest has no time_estimate", "add --time MINUTES");
  }
  const Result<double> launch =
      evaluate(workload.time_estimate, numbers_of(draft.work().parameters));
  if (!launch) return launch.failure();
  const int launches = draft.work().launches;
  const bool builds = builds_in_job(draft);
  const double seconds =
      *launch * launches * kMargin + kStartSeconds + (builds ? kBuildSeconds : 0);
  if (!std::isfinite(seconds) || seconds > 60.0 * static_cast<double>(kMostMinutes)) {
    return Failure(ExitCode::Usage, draft.at_workload(), "the estimated time is over a year",
                   "according to time_estimate in its manifest",
                   "choose a smaller size, or give --time");
  }
  const auto minutes = std::max(kLeastMinutes, std::llround(std::ceil(seconds / 60.0)));
  if (const long long wide = minutes_for_width(draft); wide > minutes) {
    draft.plan.time = Seconds(wide * 60);
    return SourcedValue{format_walltime(draft.plan.time), From::Rule,
                        format("the least for {} in partition '{}'",
                               count_of(draft.plan.nodes, "node"), draft.partition()->name)};
  }
  draft.plan.time = Seconds(minutes * 60);
  return SourcedValue{format_walltime(draft.plan.time), From::Rule,
                      format("time_estimate x {} + 20 % + 1 min{}, whole minutes, at least 2",
                             launch_count(launches), builds ? " + 10 min to build" : "")};
}

/// The user's limit may end the job before the work is done.
void check_limit(Draft& draft) {
  const std::string& formula = draft.workload().time_estimate;
  const auto launch = formula.empty() ? Result<double>(0.0)
                                      : evaluate(formula, numbers_of(draft.work().parameters));
  if (!launch) return;
  const double seconds =
      *launch * draft.work().launches + (builds_in_job(draft) ? kBuildSeconds : 0);
  if (static_cast<double>(draft.plan.time.count()) >= seconds) return;
  const auto minutes = static_cast<long long>(std::ceil(std::min(seconds, 1e9) / 60));
  draft.report({"gp228", Severity::Warning, draft.at_workload(),
                format("may need more than {}", format_walltime(draft.plan.time)),
                format("its manifest allows {} for {} on the slowest device",
                       format_walltime(Seconds(minutes * 60)), launch_count(draft.work().launches)),
                "leave --time out for the estimate", ""});
}

}  // namespace

Result<SourcedValue> choose_time(Draft& draft) {
  JobPlan& plan = draft.plan;
  WorkloadPlan* work = workload_of(plan);
  const auto script = draft.request.script_origins.find("time");
  const DirectiveRule* rule = draft.cluster().find_rule("time");
  const auto by_rule =
      rule != nullptr && rule->default_value ? parse_walltime(*rule->default_value) : std::nullopt;
  SourcedValue setting;
  if (draft.request.time) {
    plan.time = *draft.request.time;
    setting = {format_walltime(plan.time), From::Flag, "--time"};
    if (script != draft.request.script_origins.end()) {
      setting = {setting.value, From::Script, script->second};
    }
    if (work != nullptr) check_limit(draft);
  } else if (by_rule) {
    plan.time = *by_rule;
    setting = {format_walltime(plan.time), From::Profile, rule->origin.text()};
  } else if (work != nullptr) {
    Result<SourcedValue> estimated = from_estimate(draft);
    if (!estimated) return estimated;
    setting = *estimated;
  }
  if (work == nullptr) return setting;
  const double share = static_cast<double>(plan.time.count()) / work->launches;
  work->max_seconds = std::max(1.0, std::min(kSampleSeconds, std::floor(share / 2)));
  return setting;
}

}  // namespace gpujob
