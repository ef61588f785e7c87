// SPDX-License-Identifier: MIT
#include "jobs/request/sbatch_words.h"

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
      "after '--': the plan sets '--gpus=1' already (sbatch would silently use only one of the "
      "two); leave it out, or use gpujob's own option before '--'"};
  EXPECT_TRUE(fails_with(check_sbatch_words({"--gpus=2"}, plan()), ExitCode::Usage, message));
  EXPECT_TRUE(fails_with(check_sbatch_words({"-G", "2"}, plan()), ExitCode::Usage, message));
  EXPECT_TRUE(fails_with(check_sbatch_words({"-G2"}, plan()), ExitCode::Usage, message));
}

TEST(SbatchWords, WhatGpujobNeedsForItselfIsRefused) {
  EXPECT_TRUE(fails_with(check_sbatch_words({"-J", "mine"}, plan()), ExitCode::Usage,
                         {"after '--': '--job-name' is not allowed (gpujob could not find the run "
                          "again)"}));
  EXPECT_TRUE(
      fails_with(check_sbatch_words({"--requeue"}, plan()), ExitCode::Usage,
                 {"after '--': '--requeue' is not allowed (Slurm might run the job twice)"}));
  EXPECT_FALSE(check_sbatch_words({"-W"}, plan()));
  EXPECT_FALSE(check_sbatch_words({"--array=1-4"}, plan()));
  EXPECT_FALSE(check_sbatch_words({"--wrap=true"}, plan()));
}

TEST(SbatchWords, GpusAreAskedForInOnePlace) {
  EXPECT_TRUE(fails_with(check_sbatch_words({"--gres=nvme:1,gpu:2"}, plan()), ExitCode::Usage,
                         {"after '--': '--gres=nvme:1,gpu:2' is not allowed (the plan requests the "
                          "GPUs); use --gpu before '--'"}));
  for (const char* word : {"--gpus-per-node=1", "--gpus-per-task=1", "--gpus-per-socket=1",
                           "--gres=gpu", "--gres=gres/gpu:1", "--tres-per-task=gres/gpu=1"}) {
    EXPECT_FALSE(check_sbatch_words({word}, plan())) << word;
  }
  EXPECT_TRUE(is_ok(check_sbatch_words({"--gres=nvme:100", "--gpu-bind=none"}, plan())));
}

}  // namespace
}  // namespace gpujob
