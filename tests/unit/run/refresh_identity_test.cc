// SPDX-License-Identifier: MIT
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

}  // namespace
}  // namespace gpujob
