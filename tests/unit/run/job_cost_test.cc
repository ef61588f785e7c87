// SPDX-License-Identifier: MIT
#include "run/job_cost.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gpujob {
namespace {

EndMarker marker(const std::string& started, const std::string& ended) {
  EndMarker marker;
  marker.started = started;
  marker.ended = ended;
  return marker;
}

RunRecord run_on(int gpus) {
  RunRecord run;
  run.submitted = "2026-11-20T23:59:00Z";
  if (gpus > 0) run.plan.gpu = PlannedGpu{"l40s", "nvidia-l40s", "sm_89", gpus, 1};
  return run;
}

// 61 s after submission, over midnight; the job was given four GPUs though one was asked for.
TEST(JobCost, CountsWhatTheJobWasGiven) {
  const JobCost cost = cost_of(run_on(4), marker("2026-11-21T00:00:01Z", "2026-11-21T00:10:01Z"));
  EXPECT_EQ(cost.waited, 61);
  EXPECT_EQ(cost.elapsed, 600);
  EXPECT_EQ(cost.gpu_seconds, 2400);
  EXPECT_TRUE(std::isnan(cost.core_seconds));
}

TEST(JobCost, CoresWhereThereIsNoGpu) {
  RunRecord run = run_on(0);
  run.plan.tasks = 2;
  run.plan.cpus_per_task = 8;
  const EndMarker end = marker("2026-11-21T00:00:00Z", "2026-11-21T00:00:10Z");
  EXPECT_EQ(cost_of(run, end).core_seconds, 160);
  run.plan.cpus_per_task = 0;  // how many the site gave is unknown
  EXPECT_TRUE(std::isnan(cost_of(run, end).core_seconds));
}

// Where a whole node came for a few cores, the accounting knows, the plan does not.
TEST(JobCost, TheAccountCountsCoresAndEnergy) {
  RunRecord run = run_on(0);
  run.plan.cpus_per_task = 8;
  run.account = JobAccount{5310, 128};
  const EndMarker end = marker("2026-11-21T00:00:00Z", "2026-11-21T00:00:10Z");
  EXPECT_EQ(cost_of(run, end).core_seconds, 1280);
  EXPECT_EQ(cost_of(run, end).energy, 5310);
  run.account = JobAccount{};
  EXPECT_EQ(cost_of(run, end).core_seconds, 80);
  EXPECT_TRUE(std::isnan(cost_of(run, end).energy));
}

TEST(JobCost, WithoutASchedulerNobodyWaitsOrPays) {
  RunRecord run = run_on(1);
  run.plan.executor = Executor::Local;
  const JobCost cost = cost_of(run, marker("2026-11-21T00:00:00Z", "2026-11-21T00:00:10Z"));
  EXPECT_EQ(cost.elapsed, 10);
  EXPECT_TRUE(std::isnan(cost.waited));
  EXPECT_TRUE(std::isnan(cost.gpu_seconds));
}

TEST(JobCost, TimesThatCannotBeAreNoTimes) {
  const RunRecord run = run_on(1);
  EXPECT_TRUE(std::isnan(cost_of(run, marker("", "2026-11-21T00:00:10Z")).elapsed));
  EXPECT_TRUE(
      std::isnan(cost_of(run, marker("2026-11-21T00:01:00Z", "2026-11-21T00:00:10Z")).elapsed));
  EXPECT_TRUE(
      std::isnan(cost_of(run, marker("2026-02-30T00:01:00Z", "2026-11-21T00:00:10Z")).elapsed));
  // Clocks that differ by seconds give a wait of 0; by an hour, nothing is known.
  const auto waited = [&](const std::string& started) {
    return cost_of(run, marker(started, "2026-11-21T09:00:00Z")).waited;
  };
  EXPECT_EQ(waited("2026-11-20T23:58:57Z"), 0);
  EXPECT_TRUE(std::isnan(waited("2026-11-20T22:58:57Z")));
}

}  // namespace
}  // namespace gpujob
