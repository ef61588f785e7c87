// SPDX-License-Identifier: MIT
#include "base/index_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(IndexList, reads_what_sbatch_reads) {
  EXPECT_THAT(read_index_list("0-3"), Optional(ElementsAre(0, 1, 2, 3)));
  EXPECT_THAT(read_index_list("7"), Optional(ElementsAre(7)));
  EXPECT_THAT(read_index_list("9,1-7:3,4"), Optional(ElementsAre(1, 4, 7, 9)));
  EXPECT_THAT(read_index_list("0-1%10"), Optional(ElementsAre(0, 1)));
  EXPECT_THAT(read_index_list("[4-5,8%2]"), Optional(ElementsAre(4, 5, 8)));
  EXPECT_THAT(read_index_list(" +1, 2"), Optional(ElementsAre(1, 2)));
}

TEST(IndexList, reads_no_list_that_is_cut_or_has_no_index) {
  for (const char* text : {"", "%2", "3-1", "1,", "1-", "a", "1-3:0", "1:2", "-1", "[1-3,5,...]",
                           "99999999", "0-4000001"}) {
    EXPECT_EQ(read_index_list(text), std::nullopt) << text;
  }
}

TEST(IndexList, reads_no_list_that_repeats_itself_without_end) {
  std::string text = "0-4000000";
  EXPECT_TRUE(read_index_list(text));
  for (int i = 0; i < 20'000; ++i) text += ",0-4000000";
  EXPECT_EQ(read_index_list(text), std::nullopt);
}

TEST(IndexList, writes_ranges) {
  EXPECT_EQ(index_list_text({}), "");
  EXPECT_EQ(index_list_text({4}), "4");
  EXPECT_EQ(index_list_text({4, 5}), "4,5");
  EXPECT_EQ(index_list_text({0, 1, 2, 3, 7, 9, 10, 11}), "0-3,7,9-11");
}

}  // namespace
}  // namespace gpujob
