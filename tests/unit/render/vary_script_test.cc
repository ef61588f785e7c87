// SPDX-License-Identifier: MIT
#include "render/vary_script.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(VaryScript, ReplacesRunIdAndArguments) {
  JobPlan plan;
  plan.run_id = "01K00000000000000000000001";
  workload_of(plan)->arguments = {"--param", "n=1"};
  const std::string script = "run_id=01K00000000000000000000001\n\"$program\" --param n=1 &\n";
  EXPECT_EQ(vary_script(script, plan, "01K00000000000000000000002", {"--param", "n=27"}),
            "run_id=01K00000000000000000000002\n\"$program\" --param n=27 &\n");
}

/// What it cannot do safely is rendered and checked like any other script.
TEST(VaryScript, LeavesToTheRendererWhatNeedsQuotesOrStandsTwice) {
  JobPlan plan;
  plan.run_id = "RUNID";
  workload_of(plan)->arguments = {"--param", "n=1"};
  const std::string script = "\"$program\" --param n=1 &\n";
  EXPECT_EQ(vary_script(script, plan, "RUNID", {"--param", "n=2 7"}), std::nullopt);
  EXPECT_EQ(vary_script(script, plan, "RUNID", {"--param", "n=27", "-x"}), std::nullopt);
  EXPECT_EQ(vary_script(script + script, plan, "RUNID", {"--param", "n=27"}), std::nullopt);
  EXPECT_EQ(vary_script("\"$program\"\n", plan, "RUNID", {"--param", "n=27"}), std::nullopt);
}

}  // namespace
}  // namespace gpujob
