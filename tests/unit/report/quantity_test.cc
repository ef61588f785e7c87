// SPDX-License-Identifier: MIT
#include "report/quantity.h"

#include <cmath>
#include <gtest/gtest.h>

#include "base/format.h"

namespace gpujob {
namespace {

TEST(Quantity, HasThreeDigitsAndAPrefix) {
  EXPECT_EQ(format_quantity(36157793103448.27, "op/s"), "36.2 Top/s");
  EXPECT_EQ(format_quantity(201773399, "B/s"), "202 MB/s");
  EXPECT_EQ(format_quantity(0.5, "op/s"), "0.50 op/s");
  EXPECT_EQ(format_quantity(999.4, "B/s"), "999 B/s");
  EXPECT_EQ(format_quantity(999.6, "B/s"), "1.00 kB/s");
  EXPECT_EQ(format_quantity(9.996e9, "B/s"), "10.0 GB/s");
  EXPECT_EQ(format_quantity(99.96e9, "B/s"), "100 GB/s");
  EXPECT_EQ(format_quantity(1.5e21, "op/s"), "1500 Eop/s");
  EXPECT_EQ(format_quantity(0, "B/s"), "0.00 B/s");
}

TEST(Quantity, RoundedHasSevenDigitsAndNoTail) {
  EXPECT_EQ(format("{}", rounded(0.008566733258143002)), "0.008566733");
  EXPECT_EQ(format("{}", rounded(2.4574499999999166e-05)), "2.45745e-05");
  EXPECT_EQ(format("{}", rounded(2.6148266473233444e-16)), "2.614827e-16");
  EXPECT_EQ(rounded(1234567.0), 1234567.0);
  EXPECT_EQ(rounded(-0.1), -0.1);
  EXPECT_EQ(rounded(0), 0);
  EXPECT_TRUE(std::isnan(rounded(std::nan(""))));
}

TEST(Quantity, SharesAreInPercent) {
  EXPECT_EQ(format_share(0.8368), "83.7 %");
  EXPECT_EQ(format_share(1.0), "100 %");
  EXPECT_EQ(format_share(0.00123), "0.12 %");
}

TEST(Quantity, ErrorsHaveTwoDigits) {
  EXPECT_EQ(format_error(2.1e-7), "2.1e-07");
  EXPECT_EQ(format_error(0), "0.0e+00");
}

}  // namespace
}  // namespace gpujob
