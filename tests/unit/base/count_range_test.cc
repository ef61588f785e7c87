// SPDX-License-Identifier: MIT
#include "base/count_range.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

std::string words(std::string_view text) {
  const std::optional<CountRange> range = parse_count_range(text);
  return range ? count_range_text(*range, "node") : "unreadable";
}

TEST(CountRange, ReadsEverySpelling) {
  EXPECT_EQ(words("4"), "4 nodes");
  EXPECT_EQ(words("1"), "1 node");
  EXPECT_EQ(words("1-91"), "1 to 91 nodes");
  EXPECT_EQ(words("184-"), "184 or more nodes");
  EXPECT_EQ(words(">4"), "5 or more nodes");
  EXPECT_EQ(words(">=4"), "4 or more nodes");
  EXPECT_EQ(words("<8"), "at most 7 nodes");
  EXPECT_EQ(words("<=8"), "at most 8 nodes");
}

TEST(CountRange, RefusesWhatNoNumberIsIn) {
  for (const char* text : {"", "-", ">", "4-1", "<0", "=4", "=>4", "1..4", ">1-4", "four", "-4",
                           "99999999999999999999"})
    EXPECT_EQ(words(text), "unreadable") << text;
}

TEST(CountRange, HoldsARangeThatLiesInside) {
  const CountRange range{2, 8};
  EXPECT_TRUE(range.holds({2, 8}));
  EXPECT_TRUE(range.holds({4, 4}));
  EXPECT_FALSE(range.holds({1, 4}));
  EXPECT_FALSE(range.holds({4}));
  EXPECT_TRUE(CountRange{2}.holds({4}));
}

}  // namespace
}  // namespace gpujob
