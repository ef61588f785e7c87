// SPDX-License-Identifier: MIT
#include "run/run_state.h"

#include <gtest/gtest.h>

#include "support/messages.h"

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

TEST(RunState, AnotherWordIsNamedWithThoseThereAre) {
  EXPECT_TRUE(is_ok(check_run_state("--state", "")));
  EXPECT_TRUE(is_ok(check_run_state("--state", "done")));
  EXPECT_TRUE(
      fails_with(check_run_state("--state", "dune"), ExitCode::Usage,
                 {"--state 'dune': unknown (it is one of intended, unknown, refused, pending, "
                  "running, done, failed, cancelled, results-pending, vanished); did you mean "
                  "'done'?"}));
}

TEST(RunState, NotKnowingIsNoEnd) {
  EXPECT_FALSE(is_final(RunState::Unknown));
  EXPECT_FALSE(is_final(RunState::ResultsPending));
  EXPECT_TRUE(is_final(RunState::Refused));
}

}  // namespace
}  // namespace gpujob
