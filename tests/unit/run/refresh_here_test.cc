// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "run/submit.h"
#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

class RefreshHere : public RunFixture {
 protected:
  RefreshHere() { world.always({"sbatch"}, ended(0, "4711\n")); }

  RunState state_after_look(const RunRecord& run) {
    std::vector<RunRecord> runs{run};
    EXPECT_TRUE(refresh_here(world, store, runs).empty());
    EXPECT_TRUE(world.requests.empty()) << "no scheduler is asked";
    EXPECT_EQ(load(run.id).state, runs[0].state) << "the look is remembered";
    return runs[0].state;
  }
};

TEST_F(RefreshHere, AProcessOfThisMachineIsLookedAt) {
  const RunRecord run = submitted(local_endpoint());
  EXPECT_EQ(state_after_look(run), RunState::Running);
  put_end(run.id, 0, "local");
  world.end(run.job->process);
  EXPECT_EQ(state_after_look(run), RunState::Done);
  const RunRecord crashed = submitted(local_endpoint());
  world.end(crashed.job->process);
  EXPECT_EQ(state_after_look(crashed), RunState::Failed);
}

// What a job took and whether it starts again is for its scheduler to say.
TEST_F(RefreshHere, ASlurmJobIsLeftToItsScheduler) {
  const RunRecord run = submitted(slurm_endpoint());
  put_end(run.id);
  EXPECT_EQ(state_after_look(run), RunState::Pending);
}

TEST_F(RefreshHere, AProcessOfAnotherMachineIsLeftAlone) {
  const RunRecord run = submitted(local_endpoint());
  world.host = "login2";
  put_end(run.id, 0, "local");
  EXPECT_EQ(state_after_look(run), RunState::Running);
}

TEST_F(RefreshHere, WhatIsOverIsLeftAlone) {
  RunRecord run = submitted(local_endpoint());
  run.state = RunState::Cancelled;
  EXPECT_TRUE(is_ok(store.save_state(run)));
  EXPECT_EQ(state_after_look(run), RunState::Cancelled);
}

}  // namespace
}  // namespace gpujob
