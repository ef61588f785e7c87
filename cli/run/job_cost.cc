// SPDX-License-Identifier: MIT
#include "run/job_cost.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/text.h"

namespace gpujob {

namespace {

/// Seconds since 1970 of "2026-11-21T09:30:00Z"; nothing for another form.
std::optional<double> seconds_of(std::string_view text) {
  if (text.size() != 20 || text[10] != 'T' || text[19] != 'Z') return std::nullopt;
  std::array<long long, 6> fields{};
  constexpr std::array<std::pair<std::size_t, std::size_t>, 6> kPlaces{
      {{0, 4}, {5, 2}, {8, 2}, {11, 2}, {14, 2}, {17, 2}}};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto number = parse_integer(text.substr(kPlaces[i].first, kPlaces[i].second));
    if (!number) return std::nullopt;
    fields[i] = *number;
  }
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(fields[0])),
                                        std::chrono::month(static_cast<unsigned>(fields[1])),
                                        std::chrono::day(static_cast<unsigned>(fields[2]))};
  if (!day.ok()) return std::nullopt;
  const auto days = std::chrono::sys_days(day).time_since_epoch().count();
  return static_cast<double>((days * 86400LL) + (fields[3] * 3600) + (fields[4] * 60) + fields[5]);
}

/// Between two clocks: a little below zero is nothing, far below is no wait at all.
double wait_between(double submitted, double started) {
  constexpr double kClocksDiffer = 5;
  const double waited = started - submitted;
  return waited < -kClocksDiffer ? kUnavailable : std::max(0.0, waited);
}

}  // namespace

JobCost cost_of(const RunRecord& run, const EndMarker& marker) {
  JobCost cost;
  if (run.account && run.account->energy) cost.energy = *run.account->energy;
  const std::optional<double> started = seconds_of(marker.started);
  const std::optional<double> ended = seconds_of(marker.ended);
  if (!started || !ended || *ended < *started) return cost;
  cost.elapsed = *ended - *started;
  if (run.plan.executor == Executor::Local) return cost;
  if (const std::optional<double> submitted = seconds_of(run.submitted)) {
    cost.waited = wait_between(*submitted, *started);
  }
  if (run.plan.gpu) {
    cost.gpu_seconds = run.plan.gpu->total * cost.elapsed;
  } else if (run.account && run.account->cpus > 0) {
    cost.core_seconds = run.account->cpus * cost.elapsed;  // a whole node's where one came
  } else if (run.plan.cpus_per_task > 0) {
    cost.core_seconds = static_cast<double>(run.plan.tasks) * run.plan.cpus_per_task * cost.elapsed;
  }
  return cost;
}

}  // namespace gpujob
