// SPDX-License-Identifier: MIT
#include "jobs/sweep/rest_of_sweep.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

/// `--runs 3 --sweep n=1,2`: points are run=1 n=1, run=1 n=2, run=2 n=1, ...
const Sweep kRunsAndValues{{{"run", "", {"1", "2", "3"}}, {"n", "param", {"1", "2"}}}};

TEST(LineForTheRest, SweepsOverWhatIsLeft) {
  const GivenOptions typed = {{"runs", "3"}, {"account", "p"}, {"sweep", "n=1,2"}};
  const auto rest = kRunsAndValues.parts_with({1, 2, 3, 4, 5});
  ASSERT_EQ(rest.size(), 2U);
  EXPECT_EQ(options_for(typed, rest[0]), (GivenOptions{{"account", "p"}, {"sweep", "n=2"}}));
  EXPECT_EQ(options_for(typed, rest[1]),
            (GivenOptions{{"account", "p"}, {"runs", "2"}, {"sweep", "n=1,2"}}));
}

/// A single job has no throttle.
TEST(LineForTheRest, KeepsTheThrottleOfSeveralJobs) {
  const GivenOptions typed = {{"runs", "3"}, {"throttle", "2"}};
  const Sweep runs{{{"run", "", {"1", "2", "3"}}}};
  EXPECT_EQ(options_for(typed, runs.around({1, 2})),
            (GivenOptions{{"runs", "2"}, {"throttle", "2"}}));
  EXPECT_EQ(options_for(typed, runs.around({2})), GivenOptions{});
}

TEST(LineForTheRest, OfASite) {
  const GivenOptions typed = {
      {"site", "a,b"}, {"sweep", "site=a,b"}, {"gpu", "x"}, {"sweep", "n=1,2"}};
  EXPECT_EQ(options_at(typed, "b", "y"),
            (GivenOptions{{"sweep", "n=1,2"}, {"site", "b"}, {"gpu", "y"}}));
}

/// The second site as it was asked, of the first what is left.
TEST(LineForTheRest, OfSeveralSites) {
  const Sweep sweep{{{"site", "site", {"a", "b"}}, {"n", "param", {"1", "2"}}}};
  const std::vector<GivenOptions> typed = {{{"sweep", "n=1,2"}, {"site", "a"}},
                                           {{"sweep", "n=1,2"}, {"site", "b"}}};
  const auto lines = lines_for_rest(typed, sweep, {1, 2, 3});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], (GivenOptions{{"site", "a"}, {"sweep", "n=2"}}));
  EXPECT_EQ(lines[1], typed[1]);
}

}  // namespace
}  // namespace gpujob
