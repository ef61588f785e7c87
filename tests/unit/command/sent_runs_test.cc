// SPDX-License-Identifier: MIT
#include "command/submit/sent_runs.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

/// `--runs 3 --sweep n=1,2`: points are run=1 n=1, run=1 n=2, run=2 n=1, ...
const Sweep kRunsAndValues{{{"run", "", {"1", "2", "3"}}, {"n", "param", {"1", "2"}}}};

Given line_for_rest(const Given& options, const Sweep& rest) {
  Arguments arguments;
  for (const auto& [name, value] : options) arguments.add_option(name, value);
  return arguments_for(arguments, rest).options();
}

TEST(LineForTheRest, SweepsOverWhatIsLeft) {
  const Given typed = {{"runs", "3"}, {"account", "p"}, {"sweep", "n=1,2"}};
  const auto rest = kRunsAndValues.parts_with({1, 2, 3, 4, 5});
  ASSERT_EQ(rest.size(), 2U);
  EXPECT_EQ(line_for_rest(typed, rest[0]), (Given{{"account", "p"}, {"sweep", "n=2"}}));
  EXPECT_EQ(line_for_rest(typed, rest[1]),
            (Given{{"account", "p"}, {"runs", "2"}, {"sweep", "n=1,2"}}));
}

/// A single job has no throttle.
TEST(LineForTheRest, KeepsTheThrottleOfSeveralJobs) {
  const Given typed = {{"runs", "3"}, {"throttle", "2"}};
  const Sweep runs{{{"run", "", {"1", "2", "3"}}}};
  EXPECT_EQ(line_for_rest(typed, runs.around({1, 2})), (Given{{"runs", "2"}, {"throttle", "2"}}));
  EXPECT_EQ(line_for_rest(typed, runs.around({2})), Given{});
}

}  // namespace
}  // namespace gpujob
