// SPDX-License-Identifier: MIT
#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

// Which job is the run's, and when its failure is final.

class RefreshIdentity : public RunFixture {
 protected:
  RefreshIdentity() {
    world.always({"sbatch"}, ended(0, "4711\n"));
    world.always({"squeue"}, ended(0, ""));
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  }

  RunState state_after_poll(const RunRecord& run) {
    std::vector<RunRecord> runs{run};
    refresh(world, store, runs);
    detail = runs[0].detail;
    return runs[0].state;
  }

  std::string detail;
};

// sbatch's answer held a line of digits of its own, or the id was cut: the name still finds the
// job.
TEST_F(RefreshIdentity, AWrongIdIsCorrectedByTheName) {
  enum class By { Queue, Marker, Accounting };
  for (const By by : {By::Queue, By::Marker, By::Accounting}) {
    const RunRecord run = submitted();
    world.always({"sacct"}, ended(0, ""));
    if (by == By::Queue) {
      world.once({"squeue"}, ended(0, queue_row(run.id, "RUNNING", "None", "n1", "990")));
    } else if (by == By::Marker) {
      put_end(run.id, 0, "990");
    } else {
      world.always({"sacct"}, [&](const ProcessRequest& request) {
        const std::string& last = request.argv[request.argv.size() - 2];
        const bool by_name = last == "--name=gj-integrate2d-" + run.id;
        return ended(0, by_name ? accounting_row(run.id, "TIMEOUT", "0:0", "990") : "");
      });
    }
    EXPECT_EQ(state_after_poll(run), by == By::Queue    ? RunState::Running
                                     : by == By::Marker ? RunState::Done
                                                        : RunState::Failed);
    EXPECT_EQ(load(run.id).job->job_id, "990");
  }
}

// The queue lists FAILED without a cause, the accounting comes later: 0:53 must not be taken for an
// error of the script, and that for ever.
TEST_F(RefreshIdentity, AFailureIsFinalWhenItsCauseIsKnown) {
  const RunRecord run = submitted();
  const ProcessAnswer failed = ended(0, queue_row(run.id, "FAILED", "NonZeroExitCode"));
  world.always({"squeue"}, failed);
  world.always({"sacct"}, ended(1, "", "sacct: error: Connection refused\n"));
  for (int poll = 0; poll < 5; ++poll) {
    EXPECT_EQ(state_after_poll(load(run.id)), RunState::Pending);
    EXPECT_EQ(detail, "FAILED; the accounting has not told the cause yet");
    world.advance(Milliseconds{60'000});
  }
  world.always({"sacct"}, ended(0, accounting_row(run.id, "FAILED", "0:53")));
  EXPECT_EQ(state_after_poll(load(run.id)), RunState::Failed);
  EXPECT_EQ(detail,
            "FAILED (exit 0:53): the output files could not be opened; does the directory exist "
            "there?");
}

TEST_F(RefreshIdentity, AFailureIsFinalWithoutAccountingOrWithTheEndMarker) {
  const RunRecord without = submitted();
  world.once({"squeue"}, ended(0, queue_row(without.id, "FAILED")));
  EXPECT_EQ(state_after_poll(without), RunState::Failed);
  const RunRecord marked = submitted();
  world.always({"sacct"}, ended(0, ""));
  put_end(marked.id, 77);
  world.once({"squeue"}, ended(0, queue_row(marked.id, "FAILED")));
  EXPECT_EQ(state_after_poll(marked), RunState::Failed);
  EXPECT_EQ(detail, "exit status 77: the program found no device");
}

// Whatever sbatch said, the job that claimed the run does its work.
TEST_F(RefreshIdentity, TheClaimTellsWhichJobWorks) {
  const RunRecord run = submitted();
  world.put(path(run.id, "claim"),
            "{\"schema\": \"gpujob/claim/v1\", \"cluster\": \"\", \"job_id\": \"4750\", "
            "\"restart\": 0, \"host\": \"n1\"}\n");
  EXPECT_EQ(load(run.id).job->job_id, "4750");
  world.once({"squeue"}, ended(0, queue_row(run.id, "COMPLETED", "None", "n1", "4711") +
                                      queue_row(run.id, "RUNNING", "None", "n2", "4750")));
  EXPECT_EQ(state_after_poll(load(run.id)), RunState::Running);
  EXPECT_EQ(detail, "on n2");
}

// The copy is still listed when the queue has forgotten the job that did the work.
TEST_F(RefreshIdentity, ACopyIsNotTakenForTheJobThatClaimedTheRun) {
  const RunRecord run = submitted();
  world.put(path(run.id, "claim"),
            "{\"schema\": \"gpujob/claim/v1\", \"cluster\": \"\", \"job_id\": \"4711\", "
            "\"restart\": 0, \"host\": \"n1\"}\n");
  put_end(run.id);
  world.always({"squeue"}, ended(0, queue_row(run.id, "COMPLETED", "None", "n1", "4712")));
  EXPECT_EQ(state_after_poll(load(run.id)), RunState::Done);
  EXPECT_EQ(load(run.id).job->job_id, "4711");
}

// A final state names what it was made from, on disk too.
TEST_F(RefreshIdentity, AFinalStateNamesItsEvidence) {
  const RunRecord run = submitted();
  world.always({"sacct"}, ended(0, accounting_row(run.id, "TIMEOUT")));
  EXPECT_EQ(state_after_poll(run), RunState::Failed);
  const RunRecord kept = load(run.id);
  EXPECT_EQ(kept.evidence,
            (std::vector<std::string>{"queue: does not list job 4711",
                                      "accounting: job 4711 is TIMEOUT, exit 0:0, submitted "
                                      "2026-11-21T09:30:00",
                                      "end marker: not there"}));
  EXPECT_EQ(kept.job_submitted, "2026-11-21T09:30:00");
}

TEST_F(RefreshIdentity, EvidenceOfALocalRunAndOfOneThatWasNeverSent) {
  const RunRecord local = submitted(local_endpoint());
  put_end(local.id, 1, "local");
  world.end(local.job->process);
  EXPECT_EQ(state_after_poll(local), RunState::Failed);
  EXPECT_THAT(load(local.id).evidence,
              testing::ElementsAre("process: it has ended",
                                   "end marker: exit status 1, ended 2026-11-21T09:32:00Z, 1 "
                                   "report"));
  const std::string unsent = create();
  world.advance(Milliseconds{120'000});
  EXPECT_EQ(state_after_poll(load(unsent)), RunState::Cancelled);
  EXPECT_THAT(load(unsent).evidence, testing::ElementsAre("run directory: no intent to send it"));
}

// The controller forgot the job and handed its id to another.
TEST_F(RefreshIdentity, AReusedIdIsNotTheRunsJob) {
  const RunRecord run = submitted();
  const std::string stranger = "4711|RUNNING|0:01|2026-11-21T09:31:00|n1|other|None\n";
  world.always({"squeue"}, ended(0, stranger));
  EXPECT_EQ(state_after_poll(run), RunState::Pending);
  std::vector<RunRecord> runs{load(run.id)};
  refresh(world, store, runs);
  EXPECT_EQ(runs[0].evidence.front(),
            "queue: that id is another job's now: 'other', submitted 2026-11-21T09:31:00");
}

// The same id and the same name, as where the user names jobs: the time of submission tells.
TEST_F(RefreshIdentity, AnotherSubmissionOfTheSameNameIsSeen) {
  const RunRecord run = submitted();
  const std::string name = "gj-integrate2d-" + run.id;
  const auto row = [&](const char* submitted, const char* state) {
    return ended(0,
                 "4711|" + std::string(state) + "|0:01|" + submitted + "|n1|" + name + "|None\n");
  };
  world.once({"squeue"}, row("2026-11-20T01:00:00", "COMPLETED"));
  EXPECT_EQ(state_after_poll(run), RunState::Pending) << "older than the run";
  world.once({"squeue"}, row("2026-11-21T09:30:00", "RUNNING"));
  EXPECT_EQ(state_after_poll(load(run.id)), RunState::Running);
  EXPECT_EQ(load(run.id).job_submitted, "2026-11-21T09:30:00");
}

// Clusters may share a home: the queue of another one knows nothing of the run.
TEST_F(RefreshIdentity, TheSilenceOfAnotherClusterIsNoAnswer) {
  Endpoint endpoint = slurm_endpoint();
  endpoint.cluster_name = "first";
  const RunRecord run = submitted(endpoint);
  world.always({"sacct"}, ended(0, ""));
  const auto state_in_the_end = [&](const std::string& name, const RunRecord& of) {
    world.always({"scontrol"}, ended(0, "ClusterName             = " + name + "\n"));
    RunState state = of.state;
    for (int poll = 0; poll < 20; ++poll) {
      state = state_after_poll(load(of.id));
      world.advance(Milliseconds{300'000});
    }
    return state;
  };
  EXPECT_EQ(state_in_the_end("second", run), RunState::Pending);
  EXPECT_EQ(state_in_the_end("first", run), RunState::Vanished);
  // The queue of a cluster that is named is its own, wherever it is asked.
  endpoint.clusters_option = "third";
  EXPECT_EQ(state_in_the_end("third", submitted(endpoint)), RunState::Vanished);
}

class SurplusCopies : public RefreshIdentity {
 protected:
  Diagnostics poll(const RunRecord& run) {
    std::vector<RunRecord> runs{run};
    return refresh(world, store, runs);
  }
  int cancels() const {
    return static_cast<int>(
        std::count_if(world.requests.begin(), world.requests.end(),
                      [](const auto& request) { return request.argv[0].ends_with("scancel"); }));
  }
};

TEST_F(SurplusCopies, AreCancelledByFullIdentityAndTheCancelIsVerified) {
  const RunRecord run = submitted();
  const std::string own = queue_row(run.id, "RUNNING", "None", "n1");
  // Sent a second later.
  const std::string copy =
      "4712|PENDING|0:00|2026-11-21T09:30:01||gj-integrate2d-" + run.id + "|Priority";
  world.once({"squeue"}, ended(0, own + copy + "\n"));
  world.once({"squeue"}, ended(0, own + queue_row(run.id, "CANCELLED", "None", "", "4712")));
  world.always({"scancel"}, ended(0));
  const Diagnostics said = poll(run);
  ASSERT_EQ(cancels(), 1);
  const auto asked =
      std::find_if(world.requests.begin(), world.requests.end(),
                   [](const auto& request) { return request.argv[0].ends_with("scancel"); });
  EXPECT_THAT(asked->argv, testing::ElementsAre(testing::_, "--name=gj-integrate2d-" + run.id,
                                                "--state=PENDING", "4712"));
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].line(), "run " + run.id +
                                ": job 4712 is a surplus copy of job 4711: cancelled (the queue "
                                "confirms it)");
}

TEST_F(SurplusCopies, ACancelThatIsNotSeenIsNotClaimed) {
  const RunRecord run = submitted();
  const std::string both = queue_row(run.id, "RUNNING", "None", "n1") +
                           queue_row(run.id, "PENDING", "Priority", "", "4712");
  world.always({"squeue"}, ended(0, both));
  world.always({"scancel"}, ended(0));
  EXPECT_THAT(poll(run)[0].line(), testing::HasSubstr("its cancellation is not confirmed"));
  world.always({"scancel"}, ended(1, "", "scancel: error: Socket timed out\n"));
  EXPECT_THAT(poll(run)[0].line(), testing::HasSubstr("it could not be cancelled"));
}

TEST_F(SurplusCopies, OfARunningCopyOrOfAJobThatIsNotSeenNothingIsCancelled) {
  const RunRecord run = submitted();
  world.once({"squeue"}, ended(0, queue_row(run.id, "PENDING", "Priority") +
                                      queue_row(run.id, "RUNNING", "None", "n1", "4712")));
  poll(run);
  world.once({"squeue"}, ended(0, queue_row(run.id, "COMPLETED") +
                                      queue_row(run.id, "PENDING", "Priority", "", "4712")));
  poll(load(run.id));
  EXPECT_EQ(cancels(), 0);
}

}  // namespace
}  // namespace gpujob
