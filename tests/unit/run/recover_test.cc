// SPDX-License-Identifier: MIT
#include "run/recover.h"

#include <algorithm>
#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/derive_state.h"
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

TEST_F(Recover, OneThatWasSentThreeTimesIsLookedForAndNotSentAgain) {
  ASSERT_FALSE(recover_run(world, store, id, problems));
  ASSERT_EQ(load(id).attempt, kMostAttempts);
  world.requests.clear();
  EXPECT_FALSE(recover_run(world, store, id, problems));
  EXPECT_EQ(calls("sbatch"), 0u);
  world.always({"squeue"}, ended(0, queue_row(id, "RUNNING", "None", "n1", "4712")));
  EXPECT_TRUE(is_ok(recover_run(world, store, id, problems)));
}

TEST_F(Recover, OneThatIsToEndIsNotSentAgain) {
  EXPECT_TRUE(fails_with(cancel_run(world, store, id), ExitCode::Unknown,
                         {"run " + id +
                          ": no job of it is known (it may still appear, but is not sent again); "
                          "run 'gpujob recover " +
                          id + "'"}));
  const Result<RunRecord> run = recover_run(world, store, id, problems);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->state, RunState::Cancelled);
  EXPECT_EQ(run->detail, "no job of its name has ever been seen");
  EXPECT_EQ(calls("sbatch"), 0u);
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

// What every other command that looks does: it counts its looks with those of the commands before.
class Resend : public Recover {
 protected:
  Resend() {
    world.always({"scontrol"}, ended(0, "ClusterName             = kebnekaise\n"));
    Endpoint endpoint = slurm_endpoint();
    endpoint.cluster_name = "kebnekaise";
    id = create(endpoint);
    EXPECT_FALSE(submit_run(world, store, id));
    world.requests.clear();
    world.always({"sbatch"}, ended(0, "4713\n"));
  }

  /// Looks every five minutes, each time as a command of its own.
  RunRecord look(int times = 1) {
    std::vector<RunRecord> runs;
    for (int i = 0; i < times; ++i) {
      runs = {load(id)};
      said = refresh_and_resend(world, store, runs);
      world.advance(Milliseconds{300'000});
    }
    return runs.front();
  }

  Diagnostics said;
};

TEST_F(Resend, ComesWithTheThirdLookTenMinutesAfterTheFirst) {
  EXPECT_EQ(look(2).state, RunState::Unknown);
  EXPECT_EQ(calls("sbatch"), 0u);
  const RunRecord run = look();
  EXPECT_EQ(run.state, RunState::Pending);
  EXPECT_EQ(run.job->job_id, "4713");
  EXPECT_EQ(run.attempt, 2);
  EXPECT_EQ(calls("sbatch"), 1u);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].line(), "run " + id +
                                ": was sent again (4 looks since 2026-11-21T09:30:00Z found no "
                                "job of its name)");
  EXPECT_EQ(said[0].severity, Severity::Warning);
  // The queue lists the second job now.
  world.always({"squeue"}, ended(0, queue_row(id, "RUNNING", "None", "n1", "4713")));
  EXPECT_EQ(look(5).state, RunState::Running);
  EXPECT_EQ(calls("sbatch"), 1u);
}

TEST_F(Resend, AsksThreeTimesInAll) {
  world.always({"sbatch"}, ended(1, "", kTimedOut));
  RunRecord run = look(3);
  EXPECT_EQ(run.state, RunState::Unknown);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(said[1].line(), "run " + id +
                                ": sbatch timed out and no job of that name is known yet (it may "
                                "still appear); run 'gpujob recover " +
                                id +
                                "', sent 2 times under one name; at most one of them will work");
  run = look(20);
  EXPECT_EQ(run.attempt, kMostAttempts);
  EXPECT_EQ(run.state, RunState::Vanished);
  EXPECT_EQ(calls("sbatch"), 2u);
}

TEST_F(Resend, ALookWithoutAnAnswerStartsTheCountingAnew) {
  look(2);
  world.once({"squeue"}, ended(1, "", "slurm_load_jobs error: Unable to contact\n"));
  EXPECT_EQ(look(3).state, RunState::Unknown);
  EXPECT_EQ(calls("sbatch"), 0u);
  EXPECT_EQ(look().state, RunState::Pending);
}

TEST_F(Resend, NothingIsSentToAnotherClusterOrOneThatDoesNotSayWhichItIs) {
  world.always({"scontrol"}, ended(1, "", "slurm_load_ctl_conf error\n"));
  EXPECT_EQ(look(4).state, RunState::Vanished);
  world.always({"scontrol"}, ended(0, "SLURM_VERSION           = 22.05.8\n"));
  look();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].line(), "run " + id +
                                ": cannot be sent again from here (this Slurm does not tell its "
                                "ClusterName); try again in a minute");
  world.always({"scontrol"}, ended(0, "ClusterName             = alvis\n"));
  look(4);
  EXPECT_EQ(calls("sbatch"), 0u);
}

TEST_F(Resend, OneThatIsToEndIsCancelledWithoutAJob) {
  look(2);
  EXPECT_FALSE(cancel_run(world, store, id));
  EXPECT_EQ(look().state, RunState::Cancelled);
  EXPECT_EQ(calls("sbatch"), 0u);
}

TEST_F(Resend, OneThatWasCancelledUnseenIsSeenShouldItComeUp) {
  EXPECT_FALSE(cancel_run(world, store, id));
  EXPECT_EQ(look(3).state, RunState::Cancelled);
  world.always({"squeue"}, ended(0, queue_row(id, "RUNNING", "None", "n1", "4712")));
  EXPECT_EQ(look().state, RunState::Running);
  world.always({"scancel"}, ended(0));
  world.once({"squeue"}, ended(0, queue_row(id, "RUNNING", "None", "n1", "4712")));
  world.always({"squeue"}, ended(0, queue_row(id, "CANCELLED", "None", "n1", "4712")));
  EXPECT_TRUE(is_ok(cancel_run(world, store, id)));
}

TEST_F(Resend, OneThatHasVanishedAlreadyCanBeForbidden) {
  world.always({"scontrol"}, ended(1, "", "slurm_load_ctl_conf error\n"));
  look(3);
  EXPECT_TRUE(fails_with(cancel_run(world, store, id), ExitCode::Usage,
                         {"run " + id + ": has already ended (it is vanished)"}));
  world.always({"scontrol"}, ended(0, "ClusterName             = kebnekaise\n"));
  EXPECT_EQ(look().state, RunState::Cancelled);
  EXPECT_EQ(calls("sbatch"), 0u);
}

TEST_F(Resend, WhatTheControllerRefusesIsRefused) {
  world.always({"sbatch"}, ended(1, "",
                                 "sbatch: error: Batch job submission failed: Invalid account or "
                                 "account/partition combination specified\n"));
  EXPECT_EQ(look(3).state, RunState::Refused);
  EXPECT_EQ(said.size(), 2u);
}

TEST_F(Resend, TwoCommandsThatLookAtTheSameTimeSendOnce) {
  look(2);
  std::vector<RunRecord> runs{load(id)};
  int asked = 0;
  world.on_run = [&](const ProcessRequest& request) {
    // The other one comes between the look, which asks which cluster this is, and the sending,
    // which asks again.
    if (!request.argv[0].ends_with("scontrol") || ++asked != 2) return;
    std::vector<RunRecord> same{load(id)};
    refresh_and_resend(world, store, same);
  };
  EXPECT_TRUE(refresh_and_resend(world, store, runs).empty());
  EXPECT_GE(asked, 4);
  EXPECT_EQ(calls("sbatch"), 1u);
  EXPECT_EQ(runs[0].attempt, 2);
  EXPECT_EQ(runs[0].job->job_id, "4713");
}

TEST_F(Resend, WhatCannotBeWrittenIsSaidAndNothingSent) {
  look(2);
  world.fail_write(3, ENOSPC);  // state.json twice, then the intent
  EXPECT_EQ(look().state, RunState::Unknown);
  ASSERT_FALSE(said.empty());
  EXPECT_THAT(said.back().line(), testing::HasSubstr("intent.json"));
  EXPECT_EQ(calls("sbatch"), 0u);
}

}  // namespace
}  // namespace gpujob
