// SPDX-License-Identifier: MIT
#include "plan/shell_variables.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

TEST(ShellVariables, AreNamedByWhoWouldObeyThem) {
  Sample sample = feature_site().backend("cpu");
  sample.request.slurm_variables = {"SBATCH_TIMELIMIT", "SLURM_CONF", "SBATCH_GRES"};
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(
      lines_of(resolution->diagnostics),
      ElementsAre("warning: environment: gp216 SBATCH_TIMELIMIT, SBATCH_GRES are set in this "
                  "shell (the job does not get what they say); say it with the flags of "
                  "the same names",
                  "note: environment: gp216 SLURM_CONF is set in this shell (the job does "
                  "not get what they say)"));
}

}  // namespace
}  // namespace gpujob
