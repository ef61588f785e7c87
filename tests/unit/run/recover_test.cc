// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/submit.h"
#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

const std::string kTimedOut =
    "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation\n";

class Recover : public RunFixture {
 protected:
  Recover() {
    world.always({"sbatch"}, ended(1, "", kTimedOut));
    world.always({"squeue"}, ended(0, ""));
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
    id = create();
    EXPECT_FALSE(submit_run(world, store, id));
    world.requests.clear();
  }

  std::size_t calls(const std::string& name) const {
    return static_cast<std::size_t>(
        std::count_if(world.requests.begin(), world.requests.end(),
                      [&](const ProcessRequest& one) { return one.argv[0].ends_with(name); }));
  }

  std::string id;
  Diagnostics problems;
};

TEST_F(Recover, SaysWhatCannotBeReadOfARunWhoseJobIsFound) {
  world.always({"squeue"}, ended(0, queue_row(id, "RUNNING", "None", "n1", "4712")));
  world.on_run = [&](const ProcessRequest&) {
    world.fail_read(path(id, "attempt-1/intent.json"), EIO);
  };
  const Result<RunRecord> run = recover_run(world, store, id, problems);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->job->job_id, "4712");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].why, "input/output error");
}

TEST_F(Recover, AJobThatIsThereIsFoundAndNotSentAgain) {
  world.once({"squeue"}, ended(0, ""));
  world.once({"squeue"}, ended(0, queue_row(id, "RUNNING", "None", "n1", "4712")));
  const Result<RunRecord> run = recover_run(world, store, id, problems);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->job->job_id, "4712");
  EXPECT_EQ(calls("sbatch"), 0u);
}

TEST_F(Recover, SendsAgainUnderTheSameNameAfterThreeLookUpsInAMinute) {
  world.always({"sbatch"}, ended(0, "4713\n"));
  const Instant start = world.now();
  const Result<RunRecord> run = recover_run(world, store, id, problems);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->job->job_id, "4713");
  EXPECT_EQ(calls("sbatch"), 1u);
  EXPECT_GE(calls("squeue"), 3u);
  EXPECT_GE(world.now() - start, Milliseconds{60'000});
  const RunRecord again = load(id);
  EXPECT_EQ(again.attempt, 2);
  EXPECT_EQ(again.state, RunState::Pending);
  EXPECT_EQ(again.job->job_id, "4713");
  EXPECT_THAT(*world.list(path(id, "attempt-2")),
              testing::ElementsAre("answer.json", "intent.json"));
}

TEST_F(Recover, SendsAtMostTwiceAgain) {
  EXPECT_TRUE(fails_with(recover_run(world, store, id, problems), ExitCode::Unknown,
                         {"run " + id +
                          ": its submission had no clear answer again (sent 3 times under one "
                          "name; at most one of them will work); run 'gpujob recover " +
                          id + "' when the scheduler answers"}));
  EXPECT_EQ(calls("sbatch"), 2u);
  EXPECT_EQ(load(id).state, RunState::Unknown);
}

TEST_F(Recover, AQueueThatDoesNotAnswerSendsNothing) {
  world.always({"squeue"}, ended(1, "", "slurm_load_jobs error: Unable to contact\n"));
  const Result<RunRecord> run = recover_run(world, store, id, problems);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.failure().exit, ExitCode::Unknown);
  EXPECT_EQ(lines_of(run.failure())[0],
            "run " + id +
                ": the scheduler does not answer (nothing was submitted twice); run 'gpujob "
                "recover " +
                id + "' again");
  EXPECT_EQ(calls("sbatch"), 0u);
}

// An answer in between that fails starts the counting anew.
TEST_F(Recover, OnlyLookUpsInARowCount) {
  world.always({"sbatch"}, ended(0, "4713\n"));
  for (int i = 0; i < 2; ++i) {
    world.once({"squeue"}, ended(0, ""));
    world.once({"squeue"}, ended(0, ""));
    world.once({"squeue"}, ended(1, "", "slurm_load_jobs error: Unable to contact\n"));
  }
  const Instant start = world.now();
  ASSERT_TRUE(is_ok(recover_run(world, store, id, problems)));
  EXPECT_EQ(world.now() - start, Milliseconds{5 * 30'000 + 60'000});
}

TEST_F(Recover, ARunWithAJobIsOnlyBroughtUpToDate) {
  const std::string other = create();
  world.once({"sbatch"}, ended(0, "4720\n"));
  ASSERT_TRUE(is_ok(submit_run(world, store, other)));
  world.once({"squeue"}, ended(0, queue_row(other, "RUNNING", "None", "n1", "4720")));
  const Result<RunRecord> run = recover_run(world, store, other, problems);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->state, RunState::Running);
  EXPECT_EQ(calls("sbatch"), 1u);
}

}  // namespace
}  // namespace gpujob
