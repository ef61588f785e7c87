// SPDX-License-Identifier: MIT
#include "profile/cluster_state.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

Source read_on(const std::string& day) {
  return {{"https://docs.example.org"}, day, ""};
}

TEST(AgeOfFacts, OfAYearTheyCountAndADayLaterNot) {
  EXPECT_FALSE(is_out_of_date(read_on("2026-11-21"), "2026-11-21"));
  EXPECT_FALSE(is_out_of_date(read_on("2026-11-21"), "2027-11-21"));
  EXPECT_TRUE(is_out_of_date(read_on("2026-11-21"), "2027-11-22"));
  EXPECT_FALSE(is_out_of_date(read_on("2027-02-28"), "2028-02-28"));
  EXPECT_TRUE(is_out_of_date(read_on("2027-02-28"), "2028-02-29"));
}

TEST(AgeOfFacts, WithoutADayNothingIsSaid) {
  EXPECT_FALSE(is_out_of_date(read_on(""), "2027-11-22"));
}

TEST(AgeOfFacts, TheOldestIsNamed) {
  Cluster cluster;
  cluster.sources = {read_on("2026-11-21"), read_on("2025-01-02"), read_on("2025-06-01")};
  EXPECT_EQ(outdated_since(cluster, "2026-11-25"), "2025-01-02");
  EXPECT_EQ(outdated_since(cluster, "2026-01-01"), "");
}

}  // namespace
}  // namespace gpujob
