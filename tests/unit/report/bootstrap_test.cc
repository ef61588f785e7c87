// SPDX-License-Identifier: MIT
#include "report/bootstrap.h"

#include <gtest/gtest.h>
#include <numeric>

namespace gpujob {
namespace {

Launches one_launch(std::size_t count) {
  std::vector<double> samples(count);
  std::iota(samples.begin(), samples.end(), 1.0);
  return {samples};
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
    const Interval interval = bootstrap_median(one_launch(count), Bootstrap{});
    EXPECT_DOUBLE_EQ(interval.low, low) << count;
    EXPECT_DOUBLE_EQ(interval.high, static_cast<double>(count) + 1 - low) << count;
  }
}

TEST(BootstrapMedian, NarrowsWithTheLevel) {
  Bootstrap how;
  how.level = 0.6;
  const Interval narrow = bootstrap_median(one_launch(21), how);
  EXPECT_DOUBLE_EQ(narrow.low, 9);  // 0.2527 is the first value over 0.2
  EXPECT_DOUBLE_EQ(narrow.high, 13);
}

TEST(BootstrapMedian, EqualSamplesLeaveNoWidth) {
  const Interval interval = bootstrap_median({{2.5, 2.5, 2.5}}, Bootstrap{});
  EXPECT_EQ(interval.low, 2.5);
  EXPECT_EQ(interval.high, 2.5);
}

// Samples of a launch hang together: two launches that differ leave an interval over both, though
// each alone is narrow.
TEST(BootstrapMedian, SeesTheNoiseBetweenLaunches) {
  const std::vector<double> slow(50, 2.0);
  const std::vector<double> fast(50, 1.0);
  const Interval nested = bootstrap_median({slow, fast, fast}, Bootstrap{});
  EXPECT_EQ(nested.low, 1.0);
  EXPECT_EQ(nested.high, 2.0);
  std::vector<double> all = slow;
  for (int i = 0; i < 2; ++i) all.insert(all.end(), fast.begin(), fast.end());
  const Interval pooled = bootstrap_median({all}, Bootstrap{});
  EXPECT_EQ(pooled.high, 1.0);
}

// Computed by a second implementation in Python (its own SplitMix64, sorting each resample).
TEST(Bootstrap, PrintsTheSameNumbersEverywhere) {
  const Launches a{{2.03, 2.05, 2.01, 2.10, 2.04, 2.02}, {2.2, 2.21, 2.19}};
  const Launches b{{1.10, 1.12, 1.09, 1.11, 1.15}};
  Bootstrap how;
  how.resamples = 2000;
  const Interval median = bootstrap_median(a, how);
  EXPECT_DOUBLE_EQ(median.low, 2.02);
  EXPECT_DOUBLE_EQ(median.high, 2.21);
  how.seed = 7;
  const Interval ratio = bootstrap_ratio(a, b, how);
  EXPECT_DOUBLE_EQ(ratio.low, 1.773913043478261);
  EXPECT_DOUBLE_EQ(ratio.high, 2.0045454545454544);
}

TEST(BootstrapRatio, IsOneForOneSampleAgainstItself) {
  const Interval ratio = bootstrap_ratio(one_launch(30), one_launch(30), Bootstrap{});
  EXPECT_LT(ratio.low, 1);
  EXPECT_GT(ratio.high, 1);
}

TEST(BootstrapRatio, TakesFewerResamplesOfVeryManySamples) {
  // 200 000 samples and 10 000 resamples would draw 2e9 times; a thousand resamples still hold.
  const Interval median = bootstrap_median(one_launch(20001), Bootstrap{});
  EXPECT_NEAR(median.low, 10001 - 1.96 * 70.7, 20);  // half the square root of n, normal theory
  EXPECT_NEAR(median.high, 10001 + 1.96 * 70.7, 20);
}

}  // namespace
}  // namespace gpujob
