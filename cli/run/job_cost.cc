// SPDX-License-Identifier: MIT
#include "run/job_cost.h"

#include <algorithm>
#include <chrono>

namespace gpujob {

namespace {

double seconds_between(Instant from, Instant to) {
  return std::chrono::duration<double>(to - from).count();
}

/// By two clocks: a little below zero counts as zero, far below as unknown.
double wait_between(Instant submitted, Instant started) {
  constexpr double kClocksDiffer = 5;
  const double waited = seconds_between(submitted, started);
  return waited < -kClocksDiffer ? kUnavailable : std::max(0.0, waited);
}

}  // namespace

JobCost cost_of(const RunRecord& run, const EndMarker& marker) {
  JobCost cost;
  if (run.account && run.account->energy) cost.energy = *run.account->energy;
  const std::optional<Instant> started = parse_instant(marker.started);
  const std::optional<Instant> ended = parse_instant(marker.ended);
  if (!started || !ended || *ended < *started) return cost;
  cost.elapsed = seconds_between(*started, *ended);
  if (run.plan.executor == Executor::Local) return cost;
  if (const std::optional<Instant> submitted = parse_instant(run.submitted)) {
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
