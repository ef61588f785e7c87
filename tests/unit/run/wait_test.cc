// SPDX-License-Identifier: MIT
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/attempt.h"
#include "run/submit.h"
#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

class WaitFor : public RunFixture {
 protected:
  WaitFor() {
    world.always({"sbatch"}, ended(0, "4711\n"));
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  }

  std::vector<RunRecord> submitted(const Endpoint& endpoint = slurm_endpoint()) {
    Result<RunRecord> run = submit_run(world, store, create(endpoint));
    EXPECT_TRUE(is_ok(run));
    return {run ? *std::move(run) : RunRecord{}};
  }

  Status wait(std::vector<RunRecord>& runs, Seconds limit = Seconds(0)) {
    return wait_for(
        world, store, runs, limit,
        {[this](const RunRecord& run) { seen.push_back(to_string(run.state)); },
         [this](const Diagnostic& problem) { world.err("warning: " + problem.line() + "\n"); }});
  }

  std::vector<std::string> seen;
};

TEST_F(WaitFor, LooksNoMoreOftenThanTheCenterAllowsAndCallsForEachChange) {
  std::vector<RunRecord> runs = submitted();
  int look = 0;
  world.always({"squeue"}, [&](const ProcessRequest&) {
    ++look;
    const std::string id = runs[0].id;
    if (look <= 2) return ended(0, queue_row(id, "PENDING", "Priority"));
    if (look <= 4) return ended(0, queue_row(id, "RUNNING", "None", "n1"));
    put_end(id);
    return ended(0, queue_row(id, "COMPLETED"));
  });
  ASSERT_TRUE(is_ok(wait(runs)));
  EXPECT_THAT(seen, testing::ElementsAre("pending", "running", "done"));
  ASSERT_EQ(world.sleeps.size(), 4u);
  for (const Milliseconds pause : world.sleeps) {
    EXPECT_GE(pause, Milliseconds{60'000});  // the plan's floor
    EXPECT_LE(pause, Milliseconds{82'500});  // one growth, one tenth of jitter
  }
  EXPECT_GE(world.sleeps[1], Milliseconds{75'000});  // nothing had changed
}

TEST_F(WaitFor, WhatNoLookFoundIsSentAgain) {
  world.once({"sbatch"}, ended(1, "", "sbatch: error: Socket timed out on send/recv operation\n"));
  world.always({"squeue"}, ended(0, ""));
  world.always({"scontrol"}, ended(0, "ClusterName             = kebnekaise\n"));
  Endpoint endpoint = slurm_endpoint();
  endpoint.cluster_name = "kebnekaise";
  const std::string id = create(endpoint);
  ASSERT_FALSE(submit_run(world, store, id));
  std::vector<RunRecord> runs{load(id)};
  world.always({"squeue"}, [&](const ProcessRequest&) {
    if (load(id).attempt < 2) return ended(0, "");
    put_end(id);
    return ended(0, queue_row(id, "COMPLETED"));
  });
  ASSERT_TRUE(is_ok(wait(runs)));
  EXPECT_EQ(runs[0].state, RunState::Done);
  EXPECT_EQ(runs[0].attempt, 2);
  EXPECT_THAT(world.err_text, testing::HasSubstr("was sent again"));
}

TEST_F(WaitFor, PausesGrowToFiveMinutesAndAreNotInStep) {
  std::vector<RunRecord> runs = submitted();
  world.always({"squeue"}, ended(0, queue_row(runs[0].id, "PENDING", "Priority")));
  EXPECT_FALSE(wait(runs, Seconds(6 * 3600)));
  const Milliseconds longest = *std::max_element(world.sleeps.begin(), world.sleeps.end());
  EXPECT_GE(longest, Milliseconds{300'000});
  EXPECT_LE(longest, Milliseconds{330'000});
  EXPECT_NE(world.sleeps[10], world.sleeps[11]);
  EXPECT_THAT(seen, testing::ElementsAre("pending"));
}

TEST_F(WaitFor, TheLimitEndsTheWaitingOnTime) {
  std::vector<RunRecord> runs = submitted();
  world.always({"squeue"}, ended(0, queue_row(runs[0].id, "RUNNING")));
  const Instant start = world.now();
  EXPECT_TRUE(fails_with(wait(runs, Seconds(90)), ExitCode::Pending,
                         {"wait: timed out (1 run has not ended; the jobs go on); "
                          "'gpujob wait' goes on waiting"}));
  EXPECT_EQ(world.now() - start, Milliseconds{90'000});
}

TEST_F(WaitFor, TheLimitEndsAQuestionToo) {
  std::vector<RunRecord> runs = submitted();
  world.always({"squeue"}, ended(0, queue_row(runs[0].id, "RUNNING")));
  const std::size_t before = world.requests.size();
  EXPECT_FALSE(wait(runs, Seconds(50)));
  EXPECT_EQ(world.requests[before].deadline, Milliseconds{50'000});
  EXPECT_EQ(world.requests.back().deadline, Milliseconds{5'000})
      << "the last has time to be answered";
  EXPECT_FALSE(wait(runs, Seconds(600)));
  EXPECT_EQ(world.requests.back().deadline, Milliseconds{5'000});
  EXPECT_LE(world.requests[before + 2].deadline, Milliseconds{60'000});
}

TEST_F(WaitFor, ASignalEndsTheWaitingAndNothingElse) {
  std::vector<RunRecord> runs = submitted();
  world.always({"squeue"}, ended(0, queue_row(runs[0].id, "RUNNING")));
  world.interrupt_sleep(2, SIGINT);
  EXPECT_TRUE(fails_with(wait(runs), ExitCode::Pending,
                         {"wait: stopped by signal 2 (1 run has not ended; the jobs "
                          "go on); 'gpujob wait' goes on waiting"}));
  EXPECT_EQ(world.interrupted(), SIGINT);
  EXPECT_EQ(world.sleeps.size(), 2u);
}

TEST_F(WaitFor, ALongOutageIsSaidOnceAndEndsNothing) {
  std::vector<RunRecord> runs = submitted();
  int look = 0;
  world.always({"squeue"}, [&](const ProcessRequest&) {
    if (++look <= 50) {
      return ended(1, "",
                   "slurm_load_jobs error: Unable to contact slurm controller (connect "
                   "failure)\n");
    }
    put_end(runs[0].id);
    return ended(0, queue_row(runs[0].id, "COMPLETED"));
  });
  ASSERT_TRUE(is_ok(wait(runs)));
  EXPECT_THAT(seen, testing::ElementsAre("done"));
  EXPECT_EQ(
      world.err_text,
      "warning: squeue: the queue could not be asked (slurm_load_jobs error: Unable to contact "
      "slurm controller (connect failure)); try again in a minute\n");
}

TEST_F(WaitFor, ReportsThatStayAwayAreNotWaitedForForEver) {
  std::vector<RunRecord> runs = submitted();
  world.always({"squeue"}, ended(0, queue_row(runs[0].id, "COMPLETED")));
  const Instant start = world.now();
  ASSERT_TRUE(is_ok(wait(runs)));
  EXPECT_EQ(runs[0].state, RunState::ResultsPending);
  EXPECT_GE(world.now() - start, Milliseconds{120'000});
  EXPECT_LE(world.now() - start, Milliseconds{200'000});
}

TEST_F(WaitFor, LateReportsAreTaken) {
  std::vector<RunRecord> runs = submitted();
  world.always({"squeue"}, ended(0, queue_row(runs[0].id, "COMPLETED")));
  world.on_sleep = [&](FakeWorld&) { put_end(runs[0].id); };
  ASSERT_TRUE(is_ok(wait(runs)));
  EXPECT_THAT(seen, testing::ElementsAre("results-pending", "done"));
}

TEST_F(WaitFor, ALocalRunIsLookedAtOften) {
  std::vector<RunRecord> runs = submitted(local_endpoint());
  world.on_sleep = [&](FakeWorld& outside) {
    if (outside.sleeps.size() < 3) return;
    put_end(runs[0].id, 0, "local");
    outside.end(runs[0].job->process);
  };
  ASSERT_TRUE(is_ok(wait(runs)));
  EXPECT_THAT(seen, testing::ElementsAre("done"));
  for (const Milliseconds pause : world.sleeps) EXPECT_LE(pause, Milliseconds{220});
}

// Killed between the intent and the answer of sbatch, and no such job ever comes.
TEST_F(WaitFor, ASubmissionThatWasCutOffIsWaitedForSomeMinutes) {
  std::vector<RunRecord> runs{load(create())};
  ASSERT_TRUE(is_ok(write_intent(world, runs[0], {"sbatch"}, "x")));
  runs = {load(runs[0].id)};
  world.always({"squeue"}, ended(0, ""));
  const Instant start = world.now();
  ASSERT_TRUE(is_ok(wait(runs)));
  EXPECT_EQ(runs[0].state, RunState::Vanished);
  EXPECT_GE(world.now() - start, Milliseconds{600'000});
  EXPECT_LE(world.now() - start, Milliseconds{900'000});
  EXPECT_THAT(seen, testing::ElementsAre("vanished"));
}

TEST_F(WaitFor, ALocalProcessThatWasNeverStartedIsNotWaitedFor) {
  std::vector<RunRecord> runs{load(create(local_endpoint()))};
  ASSERT_TRUE(is_ok(write_intent(world, runs[0], {"bash"}, "x")));
  runs = {load(runs[0].id)};
  ASSERT_TRUE(is_ok(wait(runs)));
  EXPECT_EQ(runs[0].state, RunState::Vanished);
  EXPECT_EQ(runs[0].detail, "gpujob was stopped before it started; submit again");
}

TEST_F(WaitFor, WhatThisMachineCannotAskAboutIsNotWaitedFor) {
  for (const bool local : {true, false}) {
    std::vector<RunRecord> runs = submitted(local ? local_endpoint() : slurm_endpoint());
    if (local) world.host = "login2";
    world.always({"squeue"}, ended(1, "",
                                   "squeue: fatal: Could not establish a configuration "
                                   "source\n"));
    EXPECT_TRUE(fails_with(wait(runs), ExitCode::Unknown,
                           {"wait: this machine cannot ask (1 run has not ended); wait on "
                            "the machine that sent them"}));
    world.host = "login1";
  }
}

TEST_F(WaitFor, WhatIsOverIsNotWaitedFor) {
  std::vector<RunRecord> none;
  EXPECT_TRUE(is_ok(wait(none)));
  EXPECT_TRUE(world.sleeps.empty());
}

}  // namespace
}  // namespace gpujob
