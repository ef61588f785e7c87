// SPDX-License-Identifier: MIT
#include "run/retry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

class Retry : public RunFixture {
 protected:
  RunRecord failed() {
    RunRecord run = load(create());
    run.state = RunState::Failed;
    return run;
  }
};

TEST_F(Retry, ThePlanIsThatOfTheOldRunUnderTheNewId) {
  RunRecord old = failed();
  old.plan.options = {
      {"job-name", old.plan.job_name}, {"dependency", "afterok:4711"}, {"gpus", "1"}};
  old.plan.environment = {{"GPUJOB_RUN", old.id}, {"GPUJOB_SITE", "hpc2n"}};
  const std::string id = make_ulid(world);
  const JobPlan plan = plan_again(old, id, "/project/runs");
  EXPECT_EQ(plan.run_id, id);
  EXPECT_EQ(plan.retry_of, old.id);
  EXPECT_EQ(plan.job_name, "gj-integrate2d-" + id);
  EXPECT_EQ(plan.run_directory, "/project/runs/" + id);
  const std::vector<PlannedOption> options = {{"job-name", plan.job_name}, {"gpus", "1"}};
  EXPECT_EQ(plan.options, options) << "it does not wait again for what the old run waited for";
  EXPECT_EQ(plan.environment.front().second, id);
  EXPECT_EQ(to_json(plan).dump().find("4711"), std::string::npos);
  const auto read = plan_from_json(to_json(plan), "plan");
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(*read, plan);
}

TEST_F(Retry, WhatIsNotOverOrDidNotFailIsRefused) {
  RunRecord run = failed();
  for (const RunState state : {RunState::Pending, RunState::Running, RunState::Unknown,
                               RunState::Intended, RunState::ResultsPending}) {
    run.state = state;
    EXPECT_TRUE(fails_with(check_retry(world, store, run), ExitCode::Usage,
                           {format("run {}: has not ended (it is {}); run 'gpujob wait {}' first",
                                   run.id, to_string(state), run.id)}));
  }
  run.state = RunState::Done;
  EXPECT_TRUE(fails_with(
      check_retry(world, store, run), ExitCode::Usage,
      {format("run {}: did not fail (it is done); 'gpujob submit' makes a new run", run.id)}));
  for (const RunState state :
       {RunState::Failed, RunState::Cancelled, RunState::Refused, RunState::Vanished}) {
    run.state = state;
    EXPECT_TRUE(is_ok(check_retry(world, store, run))) << to_string(state);
  }
}

TEST_F(Retry, ARunIsSentAgainOnce) {
  const RunRecord run = failed();
  const std::string again = create();
  ASSERT_TRUE(is_ok(note_retry(world, store, run, again)));
  EXPECT_TRUE(fails_with(check_retry(world, store, run), ExitCode::Usage,
                         {format("run {}: was sent again already, as run {} (it is failed); run "
                                 "'gpujob retry {}' should that one fail",
                                 run.id, again, again)}));
  EXPECT_FALSE(note_retry(world, store, run, make_ulid(world))) << "another process was faster";
}

TEST_F(Retry, ANoteOfARunThatIsGoneDoesNotCount) {
  const RunRecord run = failed();
  ASSERT_TRUE(is_ok(note_retry(world, store, run, make_ulid(world))));
  EXPECT_TRUE(is_ok(check_retry(world, store, run)));
  const std::string again = create();
  ASSERT_TRUE(is_ok(note_retry(world, store, run, again)));
  EXPECT_FALSE(check_retry(world, store, run));
}

TEST_F(Retry, ADamagedNoteIsNoLeaveToSendAgain) {
  const RunRecord run = failed();
  world.put(run.directory + "/retried.json", "{");
  const Status checked = check_retry(world, store, run);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.failure().exit, ExitCode::Invalid);
}

}  // namespace
}  // namespace gpujob
