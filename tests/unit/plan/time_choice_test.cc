// SPDX-License-Identifier: MIT
#include "plan/time_choice.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

struct Chosen {
  long long seconds;
  double sampling;
  std::string origin;
};

Chosen time_of(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  if (!resolution) return {};
  return {resolution->plan.time.count(), workload_of(resolution->plan)->max_seconds,
          row(resolution->explanation, "--time").origin};
}

TEST(TimeChoice, EstimatesEachLaunchWithAMargin) {
  // 120 + 4e-8 * 102400^2 = 539.4 s; 539.4 * 1.2 + 60 = 707.3 s.
  Sample sample = feature_site();
  EXPECT_EQ(time_of(sample).seconds, 12 * 60);
  EXPECT_EQ(time_of(sample).origin,
            "time_estimate x 1 launch + 20 % + 1 min, whole minutes, at "
            "least 2");
  sample.request.repeat = 3;  // 539.4 * 3.6 + 60 = 2001.9 s
  EXPECT_EQ(time_of(sample).seconds, 34 * 60);
  EXPECT_EQ(time_of(sample).origin,
            "time_estimate x 3 launches + 20 % + 1 min, whole minutes, at "
            "least 2");
}

TEST(TimeChoice, IsTwoMinutesAtLeast) {
  Sample sample = feature_site();
  sample.workload().time_estimate = "1";
  EXPECT_EQ(time_of(sample).seconds, 120);
}

TEST(TimeChoice, AddsTheBuildOnlyWhereTheJobBuilds) {
  Sample sample = feature_site();
  sample.request.programs.clear();
  sample.gpu("l40s");
  EXPECT_EQ(time_of(sample).seconds, 12 * 60);
  sample.cluster().stacks[1].build = BuildPlace::Job;
  EXPECT_EQ(time_of(sample).seconds, 22 * 60);
  EXPECT_EQ(time_of(sample).origin,
            "time_estimate x 1 launch + 20 % + 1 min + 10 min to build, "
            "whole minutes, at least 2");
}

TEST(TimeChoice, PrefersTheUserThenTheCenter) {
  Sample sample = feature_site();
  sample.cluster().directives["time"] = {"time", Use::Optional, "00:30:00", "", {}, {},
                                         "",     {"x.yaml", 9}};
  EXPECT_EQ(time_of(sample).seconds, 1800);
  EXPECT_EQ(time_of(sample).origin, "x.yaml:9");
  sample.request.time = Seconds(60);
  EXPECT_EQ(time_of(sample).seconds, 60);
  EXPECT_EQ(time_of(sample).origin, "--time");
}

TEST(TimeChoice, QuestionsALimitBelowTheEstimate) {
  Sample sample = feature_site().backend("cpu");
  sample.request.time = Seconds(539);
  EXPECT_THAT(
      found(sample),
      testing::ElementsAre(
          "warning: workload 'integrate2d': gp228 may need more than 00:08:59 (its manifest "
          "allows 00:09:00 for 1 launch on the slowest device); leave --time out for the "
          "estimate"));
  sample.request.time = Seconds(540);
  EXPECT_THAT(found(sample), testing::IsEmpty());
  sample.request.repeat = 2;
  EXPECT_EQ(found(sample).size(), 1U);
  sample.workload().time_estimate = "";
  EXPECT_THAT(found(sample), testing::IsEmpty());
}

TEST(TimeChoice, KeepsWideJobsLongEnoughForTheCenter) {
  Sample sample = task_site().gpu("t4:30");
  sample.workload().max_gpus = 30;
  EXPECT_EQ(time_of(sample).seconds, 12 * 60);
  sample.cluster().partitions[0].max_nodes_per_minute = 1;
  EXPECT_EQ(time_of(sample).seconds, 30 * 60);
  EXPECT_EQ(time_of(sample).origin, "the least for 30 nodes in partition 'tetralith'");
  sample.gpu("t4:10");
  EXPECT_EQ(time_of(sample).seconds, 12 * 60);
  sample.request.time = Seconds(300);
  EXPECT_EQ(time_of(sample).seconds, 300) << "the user's word; lint warns";
}

TEST(TimeChoice, SamplesForHalfALaunchsShareAndAMinuteAtMost) {
  Sample sample = feature_site();
  sample.request.time = Seconds(3600);
  EXPECT_EQ(time_of(sample).sampling, 60);
  sample.request.time = Seconds(60);
  EXPECT_EQ(time_of(sample).sampling, 30);
  sample.request.repeat = 10;
  EXPECT_EQ(time_of(sample).sampling, 3);
  sample.request.repeat = 1000;
  EXPECT_EQ(time_of(sample).sampling, 1);
}

TEST(TimeChoice, RefusesAnUnknownTime) {
  Sample sample = feature_site();
  sample.workload().time_estimate = "";
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"workload 'integrate2d': no time limit given (its manifest has no "
                          "time_estimate); add --time MINUTES"}));
  sample.workload().time_estimate = "100000000";
  EXPECT_TRUE(
      fails_with(sample.resolve(), ExitCode::Usage,
                 {"workload 'integrate2d': the estimated time is over a year (according "
                  "to time_estimate in its manifest); choose a smaller size, or give --time"}));
  sample.request.time = Seconds(0);
  EXPECT_TRUE(
      fails_with(sample.resolve(), ExitCode::Usage, {"--time: the time limit must be above 0"}));
}

}  // namespace
}  // namespace gpujob
