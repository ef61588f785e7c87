// SPDX-License-Identifier: MIT
#include "harness/sampler.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace gpujob {
namespace {

Sample taking(double seconds, double share = 1) {
  Sample sample;
  sample.kernel = seconds;
  sample.total = seconds;
  sample.share = share;
  return sample;
}

Limits limits(double seconds, double noise, int least, int most) {
  Limits l;
  l.seconds = seconds;
  l.noise = noise;
  l.least = least;
  l.most = most;
  return l;
}

TEST(Sampler, StopsAtTheNoiseTargetButNotBeforeTheLeast) {
  Sampler sampler(limits(100, 0.01, 4, 50));
  for (int k = 0; k < 4; ++k) {
    EXPECT_TRUE(sampler.wants_more(0)) << k;
    sampler.add(taking(1.0));
  }
  EXPECT_FALSE(sampler.wants_more(0));
  EXPECT_EQ(sampler.stop_reason(), "noise");
  EXPECT_EQ(sampler.noise(), 0);
}

TEST(Sampler, StopsNotBeforeTheSecondsThatSamplesHaveToMakeUp) {
  Limits half = limits(100, 0.01, 4, 50);
  half.timed = 0.5;
  Sampler sampler(half);
  while (sampler.wants_more(0)) sampler.add(taking(0.0625));
  EXPECT_EQ(sampler.samples().size(), 8U);
  EXPECT_EQ(sampler.stop_reason(), "noise");
}

TEST(Sampler, StopsNotWhileSamplesDrift) {
  Sampler sampler(limits(100, 0.01, 6, 100));
  int taken = 0;
  while (sampler.wants_more(0)) sampler.add(taking(taken++ > 3 ? 1.03 : 1.0));
  EXPECT_EQ(sampler.stop_reason(), "noise");
  EXPECT_GT(taken, 6);
  EXPECT_LE(std::abs(*drift_of(sampler.samples(), Data::Resident)), kSteady);
}

TEST(Sampler, DriftIsTheLastThirdBesideTheFirst) {
  std::vector<Sample> samples;
  for (const double seconds : {1, 2, 9, 9, 3, 3}) samples.push_back(taking(seconds));
  EXPECT_DOUBLE_EQ(*drift_of(samples, Data::Resident), 1);
  samples.pop_back();
  EXPECT_FALSE(drift_of(samples, Data::Resident));
}

TEST(Sampler, StopsAtTheCountWhenTheNoiseStays) {
  Sampler sampler(limits(100, 0.001, 2, 6));
  int taken = 0;
  while (sampler.wants_more(0)) sampler.add(taking(taken++ % 2 == 0 ? 1.0 : 2.0));
  EXPECT_EQ(taken, 6);
  EXPECT_EQ(sampler.stop_reason(), "count");
  EXPECT_NEAR(sampler.noise(), 0.1491, 1e-4);  // sqrt(0.3 / 6) / 1.5
}

TEST(Sampler, StopsBeforeASampleThatWouldEndTooLate) {
  Sampler sampler(limits(10, 0, 5, 50));
  double elapsed = 0;
  while (sampler.wants_more(elapsed)) {
    sampler.add(taking(3));
    elapsed += 3;
  }
  EXPECT_EQ(elapsed, 9);
  EXPECT_EQ(sampler.stop_reason(), "timeout");
}

TEST(Sampler, TakesOneSampleWhateverTheLimit) {
  Sampler sampler(limits(0, 0, 5, 50));
  EXPECT_TRUE(sampler.wants_more(1000));
  sampler.add(taking(5));
  EXPECT_FALSE(sampler.wants_more(1005));
  EXPECT_EQ(sampler.stop_reason(), "timeout");
  EXPECT_TRUE(std::isnan(sampler.noise()));
}

TEST(Sampler, DoesNotTimeZeros) {
  Sampler sampler(limits(100, 0.01, 2, 10));
  int tries = 0;
  while (sampler.wants_more(0)) {
    sampler.add(taking(0));
    ++tries;
  }
  EXPECT_EQ(tries, 20);
  EXPECT_TRUE(sampler.samples().empty());
  EXPECT_EQ(sampler.discarded().size(), 20u);
  EXPECT_EQ(sampler.discarded()[0].reason, "zero_time");
}

TEST(Sampler, ThrowsAwaySamplesWhoseCoresWereTakenButNeverMoreThanHalf) {
  Sampler sampler(limits(100, 0, 2, 5));
  while (sampler.wants_more(0)) sampler.add(taking(1.0, 0.5));
  EXPECT_EQ(sampler.samples().size(), 5u);
  ASSERT_EQ(sampler.discarded().size(), 5u);
  EXPECT_EQ(sampler.discarded()[0].reason, "cpu_taken");
  EXPECT_EQ(sampler.discarded()[0].seconds, 1.0);
}

TEST(Sampler, ThrowsAwaySamplesOfAThrottledDeviceButNeverMoreThanHalf) {
  Sampler sampler(limits(100, 0, 2, 4));
  Sample slow = taking(3.0);
  slow.throttled = true;
  while (sampler.wants_more(0)) sampler.add(slow);
  EXPECT_EQ(sampler.samples().size(), 4u);
  ASSERT_EQ(sampler.discarded().size(), 4u);
  EXPECT_EQ(sampler.discarded()[0].reason, "throttled");
  EXPECT_EQ(throttled_of(sampler.samples()), 4) << "kept, and marked";
}

TEST(Sampler, TimesTheWholeWhereTheDataIsOnTheHost) {
  Sampler sampler(limits(100, 0, 2, 3), Data::Host);
  Sample overlapping = taking(-1);
  overlapping.total = 2.5;
  while (sampler.wants_more(0)) sampler.add(overlapping);
  EXPECT_EQ(sampler.samples().size(), 3u);
  EXPECT_TRUE(sampler.discarded().empty());
  EXPECT_EQ(sampler.noise(), 0);
}

TEST(Sampler, KeepsSamplesThatHadMostOfTheCores) {
  Sampler sampler(limits(100, 0, 2, 3));
  while (sampler.wants_more(0)) sampler.add(taking(1.0, 0.8));
  EXPECT_TRUE(sampler.discarded().empty());
}

TEST(Median, OfOddAndEvenCounts) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7}), 7);
}

}  // namespace
}  // namespace gpujob
