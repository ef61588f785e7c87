// SPDX-License-Identifier: MIT
#include "report/statistics.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> four{1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(quantile(four, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(four, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile(four, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile(four, 0.9), 3.7);
  EXPECT_DOUBLE_EQ(quantile(four, 1), 4);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.3), 7);
}

struct Frozen {
  std::vector<double> samples;
  Summary expected;
};

void expect_equal(const Summary& got, const Summary& expected) {
  EXPECT_EQ(got.count, expected.count);
  EXPECT_DOUBLE_EQ(got.minimum, expected.minimum);
  EXPECT_DOUBLE_EQ(got.lower_quartile, expected.lower_quartile);
  EXPECT_DOUBLE_EQ(got.median, expected.median);
  EXPECT_DOUBLE_EQ(got.upper_quartile, expected.upper_quartile);
  EXPECT_DOUBLE_EQ(got.maximum, expected.maximum);
  EXPECT_DOUBLE_EQ(got.mad, expected.mad);
}

class FrozenSummary : public testing::TestWithParam<Frozen> {};

TEST_P(FrozenSummary, IsReached) {
  expect_equal(summarise(GetParam().samples), GetParam().expected);
}

// Quartiles by Python's statistics.quantiles(method="inclusive"), which is type 7; the deviations
// by hand.
INSTANTIATE_TEST_SUITE_P(
    Known, FrozenSummary,
    testing::Values(Frozen{{3}, {1, 3, 3, 3, 3, 3, 0}}, Frozen{{5, 1}, {2, 1, 2, 3, 4, 5, 2}},
                    Frozen{{1, 1, 2, 2, 4, 6, 9}, {7, 1, 1.5, 2, 5, 9, 1}},
                    Frozen{{9, 4, 6, 1, 2, 2, 1}, {7, 1, 1.5, 2, 5, 9, 1}},
                    Frozen{{2.5, 2.5, 2.5, 2.5}, {4, 2.5, 2.5, 2.5, 2.5, 2.5, 0}},
                    Frozen{{0.002, 0.004, 0.008, 0.016, 0.032, 0.064},
                           {6, 0.002, 0.005, 0.012, 0.028, 0.064, 0.009}},
                    Frozen{{10, 20, 30, 40, 1000}, {5, 10, 20, 30, 40, 1000, 10}}));

}  // namespace
}  // namespace gpujob
