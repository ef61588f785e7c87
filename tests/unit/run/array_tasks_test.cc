// SPDX-License-Identifier: MIT
#include "run/array_tasks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/retry.h"
#include "run/submit.h"
#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

/// One array of the tasks 0 to 3, sent as job 72.
class Array : public RunFixture {
 protected:
  Array() {
    world.always({"sbatch"}, ended(0, "72\n"));
    world.always({"squeue"}, ended(0, ""));
    world.always({"sacct"}, ended(0, ""));
    world.always({"scancel"}, ended(0));
    id = make_ulid(world);
    Resolution resolution = sample_resolution(id);
    resolution.plan.options = {{"job-name", resolution.plan.job_name}, {"array", "0-3%2"}};
    EXPECT_TRUE(is_ok(store.create(resolution, slurm_endpoint(), "#!/bin/bash\n", "")));
  }

  void send() {
    EXPECT_TRUE(is_ok(submit_run(world, store, id)));
    world.requests.clear();
  }

  /// What a task leaves when it ends.
  void end_task(int task, int exit_status, const std::string& job = "72") {
    const std::string name = format("{}_{}", job, task);
    world.put(path(id, format("task-{}/claim", task)),
              format(R"({{"schema": "gpujob/claim/v1", "job_id": "{}"}})", name));
    world.put(path(id, format("task-{}/end.{}.0.json", task, name)),
              marker_text(id, exit_status, {}));
  }

  /// The states of the tasks by these answers of the queue and the accounting.
  std::vector<RunState> states_after(const std::string& queue, const std::string& accounting = "") {
    world.once({"squeue"}, ended(0, queue));
    world.always({"sacct"}, ended(0, accounting));
    std::vector<RunRecord> runs{load(id)};
    problems = refresh(world, store, runs);
    run = runs[0];
    EXPECT_EQ(load(id).tasks, run.tasks) << "the tasks are remembered";
    EXPECT_EQ(load(id).detail, run.detail);
    std::vector<RunState> states;
    for (const TaskRecord& task : run.tasks) states.push_back(task.state);
    return states;
  }

  std::string row(const std::string& job_id, const std::string& state,
                  const std::string& reason = "None") const {
    return queue_row(id, state, reason, "", job_id);
  }

  std::string id;
  RunRecord run;
  Diagnostics problems;
};

using enum RunState;
using testing::ElementsAre;

TEST_F(Array, HasADirectoryForEachTaskBeforeItIsSent) {
  for (int task = 0; task < 4; ++task) {
    EXPECT_EQ(world.kind(path(id, format("task-{}", task))), FileKind::Directory) << task;
  }
  EXPECT_EQ(world.kind(path(id, "task-4")), FileKind::Absent);
}

TEST_F(Array, IsFollowedThroughItsRows) {
  send();
  EXPECT_THAT(states_after(row("72_[0-3%2]", "PENDING", "Resources")),
              ElementsAre(Pending, Pending, Pending, Pending));
  EXPECT_EQ(run.state, Pending);
  EXPECT_EQ(run.detail, "Resources");
  end_task(0, 0);
  EXPECT_THAT(states_after(row("72_0", "COMPLETED") + row("72_1", "RUNNING") +
                           row("72_[2-3%2]", "PENDING", "JobArrayTaskLimit")),
              ElementsAre(Done, Running, Pending, Pending));
  EXPECT_EQ(run.state, Running);
  EXPECT_EQ(run.detail, "1 done; 2 pending; 1 running");
  end_task(1, 3);
  end_task(3, 0);
  EXPECT_THAT(states_after(row("72_2", "RUNNING"), accounting_row(id, "COMPLETED", "0:0", "72_3") +
                                                       accounting_row(id, "FAILED", "3:0", "72_1")),
              ElementsAre(Done, Failed, Running, Done));
  EXPECT_EQ(run.detail, "2 done; 1 failed: 1; 1 running");
  EXPECT_THAT(states_after("", accounting_row(id, "TIMEOUT", "0:0", "72_2")),
              ElementsAre(Done, Failed, Failed, Done));
  EXPECT_EQ(run.state, Failed);
  EXPECT_EQ(run.detail, "2 done; 2 failed: 1,2");
  EXPECT_THAT(failed_tasks(run), ElementsAre(1, 2));
  EXPECT_TRUE(problems.empty());
}

TEST_F(Array, IsDoneWhenAllItsTasksAre) {
  send();
  for (int task = 0; task < 4; ++task) end_task(task, 0);
  EXPECT_THAT(states_after(""), ElementsAre(Done, Done, Done, Done));
  EXPECT_EQ(run.state, Done);
  EXPECT_EQ(run.detail, "4 done");
}

TEST_F(Array, ATaskThatCannotBeSeenStaysAsItWas) {
  send();
  states_after(row("72_0", "RUNNING") + row("72_[1-3%2]", "PENDING"));
  world.once({"squeue"}, ended(1, "", "slurm_load_jobs error: Unable to contact slurm controller"));
  world.once({"sacct"}, ended(1, "", "sacct: error: Problem talking to the database\n"));
  std::vector<RunRecord> runs{load(id)};
  refresh(world, store, runs);
  EXPECT_EQ(runs[0].tasks[0].state, Running);
  EXPECT_EQ(runs[0].tasks[3].state, Pending);
}

TEST_F(Array, ACutListOfTasksMakesNoTaskAbsent) {
  send();
  for (int poll = 0; poll < 5; ++poll) {
    world.advance(Seconds(600));
    EXPECT_THAT(states_after(row("72_[0,2,...]", "PENDING")),
                ElementsAre(Pending, Pending, Pending, Pending));
  }
  EXPECT_EQ(run.tasks[0].absence, Absence{});
}

TEST_F(Array, ItsTasksAreNoCopiesOfIt) {
  send();
  states_after(row("72_0", "RUNNING") + row("72_[1-3%2]", "PENDING"));
  EXPECT_TRUE(problems.empty());
  for (const ProcessRequest& request : world.requests) EXPECT_NE(request.argv[0], "scancel");
}

TEST_F(Array, OfASecondArrayWhatWaitsIsCancelledAndATaskThatItClaimedIsFollowedThere) {
  send();
  end_task(1, 0, "73");
  const std::string both = row("72_0", "RUNNING") + row("72_[2-3%2]", "PENDING") +
                           row("73_1", "COMPLETED") + row("73_[2-3%2]", "PENDING");
  EXPECT_THAT(states_after(both), ElementsAre(Running, Done, Pending, Pending));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].problem, "job 73 is a surplus copy of job 72: cancelled");
  std::vector<std::vector<std::string>> cancelled;
  for (const ProcessRequest& request : world.requests) {
    if (request.argv[0] == "scancel") cancelled.push_back(request.argv);
  }
  EXPECT_THAT(cancelled, ElementsAre(ElementsAre("scancel", "--name=gj-integrate2d-" + id,
                                                 "--state=PENDING", "73")));
}

TEST_F(Array, IsFoundByItsNameWhereTheAnswerWasLost) {
  world.once({"sbatch"}, ended(1, "", "sbatch: error: Socket timed out on send/recv operation\n"));
  world.once({"squeue"}, ended(0, row("72_[0-3%2]", "PENDING")));
  const auto sent = submit_run(world, store, id);
  ASSERT_TRUE(is_ok(sent));
  EXPECT_EQ(sent->job->job_id, "72");
  EXPECT_EQ(load(id).job->job_id, "72");
}

TEST_F(Array, ACancelledOneIsCancelledByTask) {
  send();
  end_task(0, 0);
  const Result<RunRecord> asked = [&] {
    world.once({"squeue"}, ended(0, row("72_1", "RUNNING") + row("72_[2-3%2]", "PENDING")));
    world.once({"squeue"}, ended(0, row("72_1", "CANCELLED") + row("72_[2-3%2]", "CANCELLED")));
    return cancel_run(world, store, id);
  }();
  ASSERT_TRUE(is_ok(asked));
  EXPECT_EQ(asked->state, Cancelled);
  EXPECT_EQ(asked->detail, "1 done; 3 cancelled: 1-3");
}

// Slurm lists what was cancelled before it started under the array's id alone.
TEST_F(Array, OneThatIsCancelledBeforeItStartsIsListedWithoutItsTasks) {
  send();
  states_after(row("72_[0-3%2]", "PENDING"));
  end_task(0, 0);
  EXPECT_THAT(states_after(row("72", "CANCELLED", "JobHeldUser") + row("72_1", "RUNNING")),
              ElementsAre(Done, Running, Cancelled, Cancelled))
      << "a task that ended and left the queue is not one of them";
}

TEST_F(Array, ItsFailedTasksAreSentAgainAlone) {
  send();
  for (int task = 0; task < 4; ++task) end_task(task, task % 2);
  states_after("", accounting_row(id, "FAILED", "1:0", "72_1") +
                       accounting_row(id, "FAILED", "1:0", "72_3"));
  const JobPlan plan = plan_again(run, make_ulid(world), kRunsDirectory);
  EXPECT_EQ(*array_of(plan), "1,3%2");
}

}  // namespace
}  // namespace gpujob
