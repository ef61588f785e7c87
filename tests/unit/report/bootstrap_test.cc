// SPDX-License-Identifier: MIT
#include "report/bootstrap.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "report/random.h"

namespace gpujob {
namespace {

using Run = NestedSamples::Run;

NestedSamples one_launch(std::size_t count) {
  std::vector<double> samples(count);
  std::iota(samples.begin(), samples.end(), 1.0);
  NestedSamples nested;
  nested.add(samples, Run::New);
  return nested;
}

NestedSamples runs_of(const std::vector<std::vector<double>>& runs) {
  NestedSamples nested;
  for (const auto& samples : runs) nested.add(samples, Run::New);
  return nested;
}

MedianEstimate estimate(const NestedSamples& samples, const Bootstrap& how = {},
                        std::uint64_t stream = 0) {
  Ranked ranked(samples.samples());
  return estimate_median(samples, ranked, how, stream);
}

// The median of n draws from n different samples is the k-th of them or less with probability
// P(Binomial(n, k/n) >= (n+1)/2). Its 2.5 % point is k = 1, 2, 3, 7 for n = 5, 7, 11, 21 (0.058,
// 0.108, 0.051, 0.056 are the first values over 0.025), and the interval is symmetric.
TEST(BootstrapMedian, ReachesTheExactDistribution) {
  const struct {
    std::size_t count;
    double low;
  } known[] = {{5, 1}, {7, 2}, {11, 3}, {21, 7}};
  for (const auto& [count, low] : known) {
    const Interval interval = estimate(one_launch(count)).interval;
    EXPECT_DOUBLE_EQ(interval.low, low) << count;
    EXPECT_DOUBLE_EQ(interval.high, static_cast<double>(count) + 1 - low) << count;
  }
}

TEST(BootstrapMedian, NarrowsWithTheLevel) {
  Bootstrap how;
  how.level = 0.6;
  const Interval narrow = estimate(one_launch(21), how).interval;
  EXPECT_DOUBLE_EQ(narrow.low, 9);  // 0.2527 is the first value over 0.2
  EXPECT_DOUBLE_EQ(narrow.high, 13);
}

TEST(BootstrapMedian, EqualSamplesLeaveNoWidth) {
  const Interval interval = estimate(runs_of({{2.5, 2.5, 2.5}})).interval;
  EXPECT_EQ(interval.low, 2.5);
  EXPECT_EQ(interval.high, 2.5);
}

// Two runs of equal samples: one is drawn, so half of the medians are 1 and half 1.02; the median
// is 1.01, and the draws are spread by t / z with one degree of freedom, 12.706 / 1.960.
TEST(BootstrapMedian, TwoRunsSayLittleAboutRuns) {
  const std::vector<double> low(30, 1.0);
  const std::vector<double> high(30, 1.02);
  const Interval interval = estimate(runs_of({low, high})).interval;
  const double spread = 12.7062047362 / 1.9599639845;
  EXPECT_NEAR(interval.low, 1.01 * std::pow(1 / 1.01, spread), 1e-9);
  EXPECT_NEAR(interval.high, 1.01 * std::pow(1.02 / 1.01, spread), 1e-9);
  // The same samples as one launch hide where they come from.
  std::vector<double> all = low;
  all.insert(all.end(), high.begin(), high.end());
  EXPECT_EQ(estimate(runs_of({all})).interval.high, 1.02);
}

TEST(BootstrapMedian, LaunchesOfOneRunAreRepeatsToo) {
  NestedSamples nested;
  nested.add(std::vector<double>(30, 1.0), Run::New);
  nested.add(std::vector<double>(30, 1.02), Run::Same);
  EXPECT_EQ(nested.repeats(), 2u);
  EXPECT_GT(estimate(nested).interval.high, 1.05);
}

// Of many runs the interval is that of the runs' medians: 400 runs of levels 1 to 400, nine equal
// samples each, leave the interval of 400 samples, 200.5 ± 1.97 √400 / 2.
TEST(BootstrapMedian, ManyRunsAreTakenAtTheLimit) {
  std::vector<std::vector<double>> runs;
  for (int i = 1; i <= 400; ++i) runs.emplace_back(9, i);
  const MedianEstimate found = estimate(runs_of(runs));
  EXPECT_TRUE(found.draws.empty());
  EXPECT_NEAR(found.interval.low, 200.5 - 19.7, 1.01);
  EXPECT_NEAR(found.interval.high, 200.5 + 19.7, 1.01);
}

// Just below and just above the limit the interval is nearly the same.
TEST(BootstrapMedian, TheLimitMeetsTheDraws) {
  Random random(3);
  std::vector<std::vector<double>> runs;
  for (int i = 0; i < 20; ++i) {
    std::vector<double>& run = runs.emplace_back();
    const double level = 100 + static_cast<double>(random.below(10));
    for (int j = 0; j < 10; ++j) run.push_back(level + random.below(1000) / 1000.0);
  }
  const Interval drawn = estimate(runs_of(runs)).interval;
  std::vector<std::vector<double>> more = runs;
  more.push_back(runs[0]);
  const Interval limit = estimate(runs_of(more)).interval;
  const double width = drawn.high - drawn.low;
  EXPECT_NEAR((limit.high - limit.low) / width, 1, 0.35);
  EXPECT_NEAR(limit.low, drawn.low, 0.35 * width);
}

TEST(BootstrapMedian, VeryManySamplesOfOneLaunch) {
  const Interval median = estimate(one_launch(20001)).interval;
  EXPECT_NEAR(median.low, 10001 - 1.96 * 70.7, 2);  // half the square root of n, normal theory
  EXPECT_NEAR(median.high, 10001 + 1.96 * 70.7, 2);
}

TEST(Bootstrap, DrawsAreTheSameEverywhereAndGroupsDrawApart) {
  const NestedSamples a = one_launch(9);
  EXPECT_EQ(estimate(a).draws, estimate(a).draws);
  EXPECT_NE(estimate(a, {}, 0).draws, estimate(a, {}, 1).draws);
}

TEST(BootstrapRatio, IsOneForOneSampleAgainstItself) {
  const Interval ratio =
      ratio_interval(estimate(one_launch(30)), estimate(one_launch(30), {}, 1), {});
  EXPECT_LT(ratio.low, 1);
  EXPECT_GT(ratio.high, 1);
}

// Intervals [4, 9] about 6 and [2, 3] about 2.5, added in logarithms.
TEST(BootstrapRatio, FromTwoIntervalsWhereNothingWasDrawn) {
  const MedianEstimate over{6, {4, 9}, {}};
  const MedianEstimate under{2.5, {2, 3}, {}};
  const Interval ratio = ratio_interval(over, under, {});
  EXPECT_NEAR(ratio.low, 2.4 * std::exp(-std::hypot(std::log(1.5), std::log(1.2))), 1e-12);
  EXPECT_NEAR(ratio.high, 2.4 * std::exp(std::hypot(std::log(1.5), std::log(1.25))), 1e-12);
}

}  // namespace
}  // namespace gpujob
