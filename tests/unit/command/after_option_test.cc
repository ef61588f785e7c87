// SPDX-License-Identifier: MIT
#include "command/job/after_option.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "support/messages.h"

namespace gpujob {
namespace {

RunRecord run_in(RunState state) {
  RunRecord run;
  run.id = "01J0";
  run.state = state;
  run.job = RunJob{"4711", "", {}, ""};
  return run;
}

TEST(AfterOption, SlurmWaitsForWhatIsNotOver) {
  for (const RunState state : {RunState::Pending, RunState::Running, RunState::Unknown}) {
    EXPECT_EQ(*dependency_on(run_in(state), After::Ok), "afterok:4711");
    EXPECT_EQ(*dependency_on(run_in(state), After::Any), "afterany:4711");
    EXPECT_EQ(*dependency_on(run_in(state), After::Fail), "afternotok:4711");
  }
}

TEST(AfterOption, WhatIsOverAsWantedIsNotWaitedFor) {
  for (const RunState state : {RunState::Done, RunState::ResultsPending}) {
    EXPECT_EQ(*dependency_on(run_in(state), After::Ok), "");
    EXPECT_EQ(*dependency_on(run_in(state), After::Any), "");
  }
  for (const RunState state : {RunState::Failed, RunState::Cancelled}) {
    EXPECT_EQ(*dependency_on(run_in(state), After::Fail), "");
    EXPECT_EQ(*dependency_on(run_in(state), After::Any), "");
  }
}

TEST(AfterOption, WhatCanNeverBeIsRefused) {
  for (const RunState state : {RunState::Failed, RunState::Cancelled}) {
    EXPECT_TRUE(fails_with(dependency_on(run_in(state), After::Ok), ExitCode::Usage,
                           {format("--after 01J0: the job would never start (the run is {}); leave "
                                   "it out, or write ':any'",
                                   to_string(state))}));
  }
  EXPECT_FALSE(dependency_on(run_in(RunState::Done), After::Fail));
  RunRecord refused = run_in(RunState::Refused);
  refused.job.reset();
  for (const After when : {After::Ok, After::Any, After::Fail}) {
    EXPECT_TRUE(fails_with(dependency_on(refused, when), ExitCode::Usage,
                           {"--after 01J0: it never was a job (it is refused); leave it out"}));
  }
}

TEST(AfterOption, WhatIsNotKnownIsUnknown) {
  RunRecord run = run_in(RunState::Unknown);
  run.job.reset();
  EXPECT_TRUE(fails_with(dependency_on(run, After::Ok), ExitCode::Unknown,
                         {"--after 01J0: its job is not known (it is unknown); run 'gpujob recover "
                          "01J0' first"}));
  RunRecord vanished = run_in(RunState::Vanished);
  vanished.detail = "no source knows it";
  for (const After when : {After::Ok, After::Any, After::Fail}) {
    EXPECT_TRUE(fails_with(dependency_on(vanished, when), ExitCode::Unknown,
                           {"--after 01J0: its end is not known (no source knows it); see 'gpujob "
                            "status 01J0'"}));
  }
}

}  // namespace
}  // namespace gpujob
