// SPDX-License-Identifier: MIT
#include "run/run_state.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(RunState, WordsComeBack) {
  int ends = 0;
  for (int i = 0; i <= static_cast<int>(RunState::Vanished); ++i) {
    const auto state = static_cast<RunState>(i);
    EXPECT_EQ(run_state_from(to_string(state)), state);
    ends += is_final(state) ? 1 : 0;
  }
  EXPECT_EQ(ends, 5);
  EXPECT_EQ(to_string(RunState::ResultsPending), "results-pending");
  EXPECT_EQ(run_state_from("finished"), std::nullopt);
}

TEST(RunState, NotKnowingIsNoEnd) {
  EXPECT_FALSE(is_final(RunState::Unknown));
  EXPECT_FALSE(is_final(RunState::ResultsPending));
  EXPECT_TRUE(is_final(RunState::Refused));
}

}  // namespace
}  // namespace gpujob
