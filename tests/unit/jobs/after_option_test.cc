// SPDX-License-Identifier: MIT
#include "jobs/request/after_option.h"

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

std::vector<RunRecord> array_of_states(const std::vector<RunState>& states) {
  std::vector<RunRecord> runs;
  for (const RunState state : states) {
    runs.push_back(run_in(state));
    runs.back().id += std::to_string(runs.size());
    runs.back().job->job_id = format("4711_{}", runs.size());
  }
  return runs;
}

TEST(AfterOption, OfAnArraySlurmWaitsForTheWhole) {
  const auto open = array_of_states({RunState::Done, RunState::Running, RunState::Pending});
  EXPECT_EQ(*dependency_on_array("01JA", open, After::Ok), "afterok:4711");
  EXPECT_EQ(*dependency_on_array("01JA", open, After::Any), "afterany:4711");
  EXPECT_EQ(*dependency_on_array("01JA", open, After::Fail), "afternotok:4711");
  const auto failing = array_of_states({RunState::Failed, RunState::Running});
  EXPECT_EQ(*dependency_on_array("01JA", failing, After::Fail), "afternotok:4711");
  EXPECT_TRUE(fails_with(dependency_on_array("01JA", failing, After::Ok), ExitCode::Usage,
                         {"--after 01J01: the job would never start (the run is failed); leave it "
                          "out, or write ':any'"}));
}

TEST(AfterOption, OneRunOfAnArrayThatIsOverDecidesWhetherItFailed) {
  const auto done = array_of_states({RunState::Done, RunState::Done});
  EXPECT_EQ(*dependency_on_array("01JA", done, After::Ok), "");
  EXPECT_TRUE(fails_with(dependency_on_array("01JA", done, After::Fail), ExitCode::Usage,
                         {"--after 01JA: the job would never start (all 2 runs are done); leave it "
                          "out, or write ':any'"}));
  const auto failed = array_of_states({RunState::Done, RunState::Failed});
  EXPECT_EQ(*dependency_on_array("01JA", failed, After::Fail), "");
  EXPECT_EQ(*dependency_on_array("01JA", failed, After::Any), "");
  const auto lost = array_of_states({RunState::Failed, RunState::Vanished});
  EXPECT_FALSE(dependency_on_array("01JA", lost, After::Fail));
}

TEST(AfterOption, ATaskThatFailedDecidesWhileOthersRun) {
  RunRecord run = run_in(RunState::Running);
  run.tasks.resize(2);
  run.tasks[1].index = 3;
  run.tasks[1].state = RunState::Failed;
  EXPECT_EQ(*dependency_on(run, After::Fail), "afternotok:4711");
  EXPECT_TRUE(fails_with(dependency_on(run, After::Ok), ExitCode::Usage,
                         {"--after 01J0: the job would never start (not done: task 3); leave it "
                          "out, or write ':any'"}));
}

}  // namespace
}  // namespace gpujob
