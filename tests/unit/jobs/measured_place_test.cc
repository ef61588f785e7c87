// SPDX-License-Identifier: MIT
#include "jobs/where/measured_place.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

const WaitsByPlace kWaits = {{{"", ""}, {5000, 7000}},
                             {{"long", ""}, {100, 300, 200}},
                             {{"long", "debug"}, {10}},
                             {{"short", ""}, {1, 2, 3, 4, 5, 6, 7, 8, 9}}};

std::optional<EarlierWaits> waits(const char* partition, const char* qos) {
  return waits_at(kWaits, {partition, qos}, false);
}

TEST(MeasuredPlace, HasTheWaitsOfItsPartitionAlone) {
  const auto found = waits("long", "");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->median, 200);
  EXPECT_EQ(found->runs, 3u);
  EXPECT_FALSE(found->next);  // of three waits none is told
  EXPECT_FALSE(waits("other", ""));
}

TEST(MeasuredPlace, HasTheWaitsOfItsQosAlone) {
  const auto found = waits("long", "debug");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->median, 10);
  EXPECT_FALSE(waits("short", "debug"));
}

TEST(MeasuredPlace, TellsTheNextOfNineRuns) {
  const auto found = waits("short", "");
  ASSERT_TRUE(found);
  ASSERT_TRUE(found->next);
  EXPECT_EQ(found->next->low, 1);
  EXPECT_EQ(found->next->high, 9);
}

TEST(MeasuredPlace, OfAnUnknownDefaultHasTheWaitsOfAllPartitions) {
  EXPECT_EQ(waits("", "")->runs, 12u);
  EXPECT_EQ(waits("", "debug")->runs, 1u);
}

TEST(MeasuredPlace, CountsRunsOfAnUnknownPartitionWhereSubmitGoes) {
  const auto found = waits_at(kWaits, {"long", ""}, true);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->runs, 5u);
  EXPECT_EQ(found->median, 300);
  EXPECT_FALSE(waits_at(kWaits, {"long", "night"}, true));
}

}  // namespace
}  // namespace gpujob
