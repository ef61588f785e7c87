// SPDX-License-Identifier: MIT
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/submit.h"
#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

class CancelRun : public RunFixture {
 protected:
  CancelRun() {
    world.always({"sbatch"}, ended(0, "4711\n"));
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
    world.always({"scancel"}, ended(0));
  }

  std::string submitted(const Endpoint& endpoint = slurm_endpoint()) {
    const std::string id = create(endpoint);
    EXPECT_TRUE(is_ok(submit_run(world, store, id)));
    world.requests.clear();
    return id;
  }

  std::vector<std::string> cancel_line() const {
    for (const ProcessRequest& request : world.requests) {
      if (request.argv[0] == "scancel") return request.argv;
    }
    return {};
  }
};

TEST_F(CancelRun, AsksAndThenLooks) {
  const std::string id = submitted();
  world.once({"squeue"}, ended(0, queue_row(id, "RUNNING")));
  world.once({"squeue"}, ended(0, queue_row(id, "COMPLETING")));
  world.once({"squeue"}, ended(0, queue_row(id, "CANCELLED")));
  const Result<RunRecord> run = cancel_run(world, store, id);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->state, RunState::Cancelled);
  EXPECT_EQ(run->detail, "CANCELLED: it was cancelled");
  EXPECT_THAT(cancel_line(),
              testing::ElementsAre("scancel", "--name=gj-integrate2d-" + id, "4711"));
  EXPECT_EQ(world.sleeps.size(), 1u);
  EXPECT_EQ(world.kind(path(id, "attempt-1/cancel.json")), FileKind::File);
}

TEST_F(CancelRun, WhatIsOverStaysAsItIs) {
  const std::string id = submitted();
  put_end(id);
  world.always({"squeue"}, ended(0, queue_row(id, "COMPLETED")));
  EXPECT_TRUE(fails_with(cancel_run(world, store, id), ExitCode::Usage,
                         {"run " + id + ": has already ended (it is done)"}));
  EXPECT_TRUE(cancel_line().empty());
}

TEST_F(CancelRun, ATimeOutThatWasHeardIsACancellation) {
  const std::string id = submitted();
  world.once({"squeue"}, ended(0, queue_row(id, "RUNNING")));
  world.always({"squeue"}, ended(0, queue_row(id, "CANCELLED")));
  world.always({"scancel"}, ended(1, "",
                                  "scancel: error: Kill job error on job id 4711: Socket timed "
                                  "out on send/recv operation\n"));
  const Result<RunRecord> run = cancel_run(world, store, id);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->state, RunState::Cancelled);
}

TEST_F(CancelRun, AnUnheardOneIsUnknown) {
  const std::string id = submitted();
  world.always({"squeue"}, ended(0, queue_row(id, "RUNNING")));
  world.always({"scancel"}, ended(1, "",
                                  "slurm_load_jobs error: Unable to contact slurm controller "
                                  "(connect failure)\n"));
  EXPECT_TRUE(fails_with(cancel_run(world, store, id), ExitCode::Unknown,
                         {"scancel: job 4711 may or may not be cancelled (slurm_load_jobs error: "
                          "Unable to contact slurm controller (connect failure)); try again in a "
                          "minute"}));
}

TEST_F(CancelRun, AJobThatEndsSlowlyIsShownAsItIs) {
  const std::string id = submitted();
  world.always({"squeue"}, ended(0, queue_row(id, "COMPLETING")));
  const Result<RunRecord> run = cancel_run(world, store, id);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->state, RunState::Running);
}

// scancel succeeds for a job that the controller does not know: the id may have been misread.
TEST_F(CancelRun, ASuccessThatTheQueueDoesNotConfirmIsUnknown) {
  const std::string id = submitted();
  world.always({"squeue"}, ended(0, ""));
  EXPECT_TRUE(fails_with(cancel_run(world, store, id), ExitCode::Unknown,
                         {"run " + id +
                          ": its end was asked for and is not confirmed (the queue does not list "
                          "job 4711); 'gpujob status " +
                          id + "' looks again"}));
  const std::string silent = submitted();
  world.always({"squeue"}, ended(1, "", "slurm_load_jobs error: Socket timed out\n"));
  EXPECT_TRUE(fails_with(cancel_run(world, store, silent), ExitCode::Unknown,
                         {"run " + silent +
                          ": its end was asked for and is not confirmed (the queue cannot be "
                          "asked); 'gpujob status " +
                          silent + "' looks again"}));
}

TEST_F(CancelRun, AnUnknownSubmissionHasNoJobToCancelYet) {
  const std::string id = create();
  world.once({"sbatch"}, ended(1, "", "sbatch: error: what?\n"));
  world.always({"squeue"}, ended(0, ""));
  ASSERT_FALSE(submit_run(world, store, id));
  EXPECT_TRUE(fails_with(cancel_run(world, store, id), ExitCode::Unknown,
                         {"run " + id +
                          ": no job of it is known (it may still appear, but is not sent again); "
                          "run 'gpujob recover " +
                          id + "'"}));
}

TEST_F(CancelRun, ALocalRunGetsASignal) {
  const std::string id = submitted(local_endpoint());
  const Result<RunRecord> run = cancel_run(world, store, id);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->state, RunState::Cancelled);
  ASSERT_EQ(world.signals.size(), 1u);
  EXPECT_EQ(world.signals[0].number, SIGTERM);
  ASSERT_TRUE(is_ok(world.remove_file(path(id, "state.json"))));
  std::vector<RunRecord> again{load(id)};
  refresh(world, store, again);
  EXPECT_EQ(again[0].state, RunState::Cancelled) << "remembered without the derived state";
}

TEST_F(CancelRun, ALocalRunOfAnotherMachineIsEndedThere) {
  const std::string id = submitted(local_endpoint());
  world.host = "login2";
  EXPECT_TRUE(fails_with(cancel_run(world, store, id), ExitCode::Unknown,
                         {"run " + id +
                          ": runs on host 'login1' (only that machine can end it); "
                          "cancel it there"}));
  EXPECT_TRUE(world.signals.empty());
  EXPECT_EQ(world.kind(path(id, "attempt-1/cancel.json")), FileKind::Absent);
  // It crashes later: its end was not asked for.
  world.host = "login1";
  put_end(id, 1, "local");
  world.end(load(id).job->process);
  std::vector<RunRecord> later{load(id)};
  refresh(world, store, later);
  EXPECT_EQ(later[0].state, RunState::Failed);
}

TEST_F(CancelRun, ARefusedOneIsNotRemembered) {
  const std::string id = submitted();
  world.always({"squeue"}, ended(0, queue_row(id, "RUNNING")));
  world.always({"scancel"}, ended(1, "",
                                  "scancel: error: Kill job error on job id 4711: "
                                  "Access/permission denied\n"));
  EXPECT_TRUE(fails_with(cancel_run(world, store, id), ExitCode::Scheduler,
                         {"job 4711: scancel was refused (Kill job error on job id 4711: "
                          "Access/permission denied)"}));
  EXPECT_EQ(world.kind(path(id, "attempt-1/cancel.json")), FileKind::Absent);
  put_end(id, 1);
  world.always({"squeue"}, ended(0, queue_row(id, "FAILED")));
  std::vector<RunRecord> later{load(id)};
  refresh(world, store, later);
  EXPECT_EQ(later[0].state, RunState::Failed);
}

TEST_F(CancelRun, AnEarlierOneThatMayHaveBeenHeardIsRememberedDespiteALaterRefusal) {
  const std::string id = submitted();
  world.always({"squeue"}, ended(0, queue_row(id, "RUNNING")));
  world.once({"scancel"}, ended(1, "", "scancel: error: Socket timed out\n"));
  EXPECT_FALSE(cancel_run(world, store, id));
  EXPECT_EQ(world.kind(path(id, "attempt-1/cancel.json")), FileKind::File);
  world.always({"scancel"}, ended(1, "", "scancel: error: Access/permission denied\n"));
  EXPECT_FALSE(cancel_run(world, store, id));
  EXPECT_EQ(world.kind(path(id, "attempt-1/cancel.json")), FileKind::File);
}

}  // namespace
}  // namespace gpujob
