// SPDX-License-Identifier: MIT
#include "report/interval_bar.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

ComparedGroup group(double low, double median, double high) {
  ComparedGroup group;
  group.summary.median = median;
  group.median = Interval{low, high};
  return group;
}

// From 1 to 2^23 there are 24 places, one a doubling.
TEST(IntervalScale, DrawsEqualFactorsEquallyLong) {
  const std::vector<ComparedGroup> groups{group(1, 2, 8), group(256, 2048, 8388608)};
  const IntervalScale scale(groups);
  EXPECT_EQ(scale.bar(groups[0]), "├●─┤                    ");
  EXPECT_EQ(scale.bar(groups[1]), "        ├──●───────────┤");
}

TEST(IntervalScale, TooFewSamplesAreABareMedian) {
  std::vector<ComparedGroup> groups{group(1, 2, 8388608), group(4, 4, 4)};
  groups[1].median.reset();
  EXPECT_EQ(IntervalScale(groups).bar(groups[1]), "  ●                     ");
}

TEST(IntervalScale, OneValueStandsInTheMiddle) {
  const std::vector<ComparedGroup> groups{group(3, 3, 3)};
  EXPECT_EQ(IntervalScale(groups).bar(groups[0]), "            ●           ");
}

}  // namespace
}  // namespace gpujob
