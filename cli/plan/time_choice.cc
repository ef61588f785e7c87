// SPDX-License-Identifier: MIT
#include "plan/time_choice.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "plan/workload_choice.h"
#include "workload/reader.h"

// A walltime is always in the script: some centers' default is a minute. Without the user's word or
// the center's it is the manifest's estimate for each launch, plus a fifth, plus a minute for
// modules and the start (ten more if the job compiles first), in whole minutes, at least two.
// Worked example: an estimate of 540 s, one launch: 540 * 1.2 + 60 = 708 s, so 12 minutes.

namespace gpujob {

namespace {

constexpr double margin = 1.2;
constexpr double start_seconds = 60;
constexpr double build_seconds = 600;
constexpr long long least_minutes = 2;
constexpr long long most_minutes = 366LL * 24 * 60;
/// A launch samples this long at most, and no longer than half its share of the walltime.
constexpr double sample_seconds = 60;

Result<SourcedValue> from_estimate(Draft& draft) {
  const Workload& workload = draft.workload();
  if (workload.time_estimate.empty()) {
    return Failure(ExitCode::Usage, draft.at_workload(), "no time is given",
                   "its manifest has no time_estimate", "add --time MINUTES");
  }
  const Result<double> launch = evaluate(workload.time_estimate, numbers_of(draft.plan.parameters));
  if (!launch) return launch.failure();
  const int launches = draft.plan.launches;
  const bool builds = draft.plan.build && draft.plan.build->place == BuildPlan::Place::Job;
  const double seconds = *launch * launches * margin + start_seconds + (builds ? build_seconds : 0);
  if (!std::isfinite(seconds) || seconds > 60.0 * static_cast<double>(most_minutes)) {
    return Failure(ExitCode::Usage, draft.at_workload(), "the estimated time is over a year",
                   "by its manifest's time_estimate", "choose a smaller size, or give --time");
  }
  const auto minutes = std::max(least_minutes, std::llround(std::ceil(seconds / 60.0)));
  draft.plan.time = Seconds(minutes * 60);
  return SourcedValue{format_walltime(draft.plan.time), From::Rule,
                      format("time_estimate x {} + 20 % + 1 min{}, whole minutes, at least 2",
                             launches == 1 ? "1 launch" : format("{} launches", launches),
                             builds ? " + 10 min to build" : "")};
}

}  // namespace

Result<SourcedValue> choose_time(Draft& draft) {
  JobPlan& plan = draft.plan;
  const DirectiveRule* rule = draft.cluster().find_rule("time");
  const auto by_rule =
      rule != nullptr && rule->default_value ? parse_walltime(*rule->default_value) : std::nullopt;
  SourcedValue setting;
  if (draft.request.time) {
    plan.time = *draft.request.time;
    setting = {format_walltime(plan.time), From::Flag, "--time"};
  } else if (by_rule) {
    plan.time = *by_rule;
    setting = {format_walltime(plan.time), From::Profile, rule->origin.text()};
  } else {
    Result<SourcedValue> estimated = from_estimate(draft);
    if (!estimated) return estimated;
    setting = *estimated;
  }
  const double share = static_cast<double>(plan.time.count()) / plan.launches;
  plan.max_seconds = std::max(1.0, std::min(sample_seconds, std::floor(share / 2)));
  return setting;
}

}  // namespace gpujob
