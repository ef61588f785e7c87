// SPDX-License-Identifier: MIT
#include "command/sbatch_words.h"

#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

JobPlan plan() {
  JobPlan made;
  made.options = {{"account", "a"}, {"gpus", "1"}, {"exclusive", std::nullopt}};
  return made;
}

TEST(SbatchWords, WhatThePlanDoesNotSetMayPass) {
  EXPECT_TRUE(is_ok(check_sbatch_words({}, plan())));
  EXPECT_TRUE(is_ok(check_sbatch_words({"--mail-type=END", "-x", "n1"}, plan())));
}

TEST(SbatchWords, WhatThePlanSetsIsRefusedInEverySpelling) {
  const std::vector<std::string> message = {
      "after '--': the plan sets '--gpus=1' already (sbatch would silently take the other one); "
      "leave it out, or use gpujob's own option before '--'"};
  EXPECT_TRUE(fails_with(check_sbatch_words({"--gpus=2"}, plan()), ExitCode::Usage, message));
  EXPECT_TRUE(fails_with(check_sbatch_words({"-G", "2"}, plan()), ExitCode::Usage, message));
  EXPECT_TRUE(fails_with(check_sbatch_words({"-G2"}, plan()), ExitCode::Usage, message));
}

TEST(SbatchWords, WhatGpujobNeedsForItselfIsRefused) {
  EXPECT_TRUE(fails_with(check_sbatch_words({"-J", "mine"}, plan()), ExitCode::Usage,
                         {"after '--': '--job-name' is not allowed (gpujob finds the run again by "
                          "what it sets itself)"}));
  EXPECT_FALSE(check_sbatch_words({"--array=1-4"}, plan()));
  EXPECT_FALSE(check_sbatch_words({"--wrap=true"}, plan()));
}

}  // namespace
}  // namespace gpujob
