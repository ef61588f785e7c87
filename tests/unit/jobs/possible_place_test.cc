// SPDX-License-Identifier: MIT
#include "jobs/request/possible_place.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

PossiblePlace place(const char* site) {
  PossiblePlace place;
  place.site = site;
  return place;
}

std::string order(std::vector<PossiblePlace> places, PlaceOrder by) {
  sort_places(places, by);
  std::string names;
  for (const PossiblePlace& place : places) names += place.site;
  return names;
}

TEST(PossiblePlace, EndsWhenItsJobHasWaitedAndRun) {
  PossiblePlace one = place("a");
  EXPECT_EQ(expected_end(one), std::nullopt);
  one.elapsed = 60;
  EXPECT_EQ(expected_end(one), std::nullopt);
  one.waited = 100;
  EXPECT_EQ(expected_end(one), 160);
  one.starts_in = 30;  // the scheduler's word goes before what was
  EXPECT_EQ(expected_end(one), 90);
}

TEST(PossiblePlace, WaitsOfNineRunsTellTheNext) {
  EXPECT_FALSE(next_wait({1, 2, 3, 4, 5, 6, 7, 8}));
  const auto nine = next_wait({9, 1, 8, 2, 7, 3, 6, 4, 5});
  ASSERT_TRUE(nine);
  EXPECT_EQ(nine->low, 1);
  EXPECT_EQ(nine->high, 9);
  EXPECT_EQ(nine->runs, 9u);
}

/// Whichever of twenty equally likely waits comes next, that of the other nineteen holds it in 16
/// cases.
TEST(PossiblePlace, TheIntervalHoldsItsShare) {
  int held = 0;
  for (int next = 0; next < 20; ++next) {
    std::vector<double> others;
    for (int wait = 0; wait < 20; ++wait)
      if (wait != next) others.push_back(wait);
    const auto told = next_wait(others);
    ASSERT_TRUE(told);
    if (told->low <= next && next <= told->high) ++held;
  }
  EXPECT_EQ(held, 16);
}

TEST(PossiblePlace, WhatIsNotKnownComesAfterWhatIs) {
  PossiblePlace slow = place("s"), quick = place("q"), starts = place("t"), unknown = place("u");
  slow.starts_in = 0;
  slow.elapsed = 600;
  quick.starts_in = 100;
  quick.elapsed = 60;
  starts.starts_in = 5;
  EXPECT_EQ(order({unknown, starts, slow, quick}, PlaceOrder::End), "qstu");
}

TEST(PossiblePlace, RefusedAndEndedOnesComeLast) {
  PossiblePlace refused = place("r"), over = place("o"), open = place("x");
  refused.refused = "Invalid account";
  refused.gpus = 1;
  over.is_over = true;
  over.gpus = 2;
  open.gpus = 8;
  EXPECT_EQ(order({over, refused, open}, PlaceOrder::Cost), "xro");
}

TEST(PossiblePlace, SortsBySpeedAndCost) {
  PossiblePlace a = place("a"), b = place("b"), c = place("c");
  a.measured = MeasuredTime{2, std::nullopt, std::nullopt, 1};
  b.measured = MeasuredTime{1, 0.9, 1.1, 4};
  a.gpus = 1;
  b.gpus = 4;
  c.gpus = 4;
  c.nodes = 2;
  EXPECT_EQ(order({c, a, b}, PlaceOrder::Speed), "bac");
  EXPECT_EQ(order({c, b, a}, PlaceOrder::Cost), "abc");
}

}  // namespace
}  // namespace gpujob
