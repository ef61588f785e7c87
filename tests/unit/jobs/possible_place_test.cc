// SPDX-License-Identifier: MIT
#include "jobs/request/possible_place.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace gpujob {
namespace {

PossiblePlace place(const char* site) {
  PossiblePlace place;
  place.site = site;
  place.time = Seconds{3600};
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
  one.waited = EarlierWaits{100, std::nullopt, 1};
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

PossiblePlace charged(const char* site, int gpus, double amount, const char* unit) {
  PossiblePlace one = place(site);
  one.gpus = gpus;
  if (*unit != 0) one.charge = JobCharge{amount, unit};
  return one;
}

TEST(PossiblePlace, ChargesOfOneUnitAreComparedAndOthersStandByGpuHours) {
  // Of a smaller charge for more GPUs, and of a longer limit.
  EXPECT_EQ(order({charged("a", 1, 9, "h"), charged("b", 8, 2, "h")}, PlaceOrder::Cost), "ba");
  PossiblePlace longer = charged("a", 2, 0, "");
  longer.time = Seconds{3 * 3600};
  EXPECT_EQ(order({longer, charged("b", 4, 0, "")}, PlaceOrder::Cost), "ba");
  // The group that has the place with the fewest GPU-hours comes first; a known unit before none.
  EXPECT_EQ(order({charged("a", 2, 0, ""), charged("b", 4, 1, "h"), charged("c", 1, 5, "n"),
                   charged("d", 8, 4, "n"), charged("e", 8, 0, ""), charged("f", 2, 3, "h")},
                  PlaceOrder::Cost),
            "dcbfae");
  EXPECT_EQ(charge_units({charged("a", 2, 0, ""), charged("b", 4, 1, "n"), charged("c", 1, 5, "h"),
                          charged("d", 4, 2, "n")}),
            (std::vector<std::string>{"h", "n"}));
}

TEST(PossiblePlace, EveryPermutationGivesTheSameOrderOfCost) {
  std::vector<PossiblePlace> places = {charged("a", 1, 2, "h"),   charged("b", 1, 2, "h"),
                                       charged("c", 4, 0.5, "n"), charged("d", 1, 0, ""),
                                       charged("e", 1, 0, ""),    charged("f", 4, 1, "h"),
                                       charged("g", 1, 1, "h")};
  places.back().is_over = true;
  places[4].nodes = 2;
  const auto by_site = [](const PossiblePlace& a, const PossiblePlace& b) {
    return a.site < b.site;
  };
  std::set<std::string> orders;
  int permutations = 0;
  do {
    orders.insert(order(places, PlaceOrder::Cost));
    ++permutations;
  } while (std::next_permutation(places.begin(), places.end(), by_site));
  EXPECT_EQ(permutations, 5040);
  EXPECT_EQ(orders, std::set<std::string>{"fabdecg"});
}

}  // namespace
}  // namespace gpujob
