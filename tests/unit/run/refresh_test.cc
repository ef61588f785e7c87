// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/attempt.h"
#include "run/submit.h"
#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

class Refresh : public RunFixture {
 protected:
  Refresh() {
    world.always({"sbatch"}, [this](const ProcessRequest&) {
      return ended(0, std::to_string(next_job_id_++) + "\n");
    });
    world.always({"squeue"}, ended(0, ""));
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  }

  RunState state_after_look(const RunRecord& run) {
    std::vector<RunRecord> runs{run};
    problems = refresh(world, store, runs);
    EXPECT_EQ(load(run.id).state, runs[0].state) << "the look is remembered";
    detail = runs[0].detail;
    return runs[0].state;
  }

  std::vector<std::string> asked() const {
    std::vector<std::string> names;
    for (const ProcessRequest& request : world.requests) {
      names.push_back(request.argv[0].substr(request.argv[0].rfind('/') + 1));
    }
    return names;
  }

  Diagnostics problems;
  std::string detail;

 private:
  int next_job_id_ = 4711;
};

TEST_F(Refresh, FollowsAJobThroughItsLife) {
  const RunRecord run = submitted();
  world.once({"squeue"}, ended(0, queue_row(run.id, "PENDING", "Resources")));
  EXPECT_EQ(state_after_look(run), RunState::Pending);
  EXPECT_EQ(detail, "Resources");
  world.once({"squeue"}, ended(0, queue_row(run.id, "RUNNING", "None", "b-cn1701")));
  EXPECT_EQ(state_after_look(run), RunState::Running);
  EXPECT_EQ(detail, "on b-cn1701");
  put_end(run.id);
  world.once({"squeue"}, ended(0, queue_row(run.id, "COMPLETING")));
  EXPECT_EQ(state_after_look(run), RunState::Running);
  world.once({"squeue"}, ended(0, queue_row(run.id, "COMPLETED")));
  EXPECT_EQ(state_after_look(run), RunState::Done);
  EXPECT_TRUE(problems.empty());
}

TEST_F(Refresh, AsksTheQueueOnceForAllRunsOfAnEndpoint) {
  std::vector<RunRecord> runs{submitted(), submitted(), submitted()};
  Endpoint other = slurm_endpoint();
  other.slurm_conf = "/etc/other.conf";
  world.put(other.slurm_conf, "");
  runs.push_back(submitted(other));
  world.requests.clear();
  world.always({"squeue"}, ended(0, queue_row(runs[0].id, "RUNNING", "None", "", "4711") +
                                        queue_row(runs[1].id, "RUNNING", "None", "", "4712") +
                                        queue_row(runs[2].id, "RUNNING", "None", "", "4713") +
                                        queue_row(runs[3].id, "RUNNING", "None", "", "4714")));
  EXPECT_TRUE(refresh(world, store, runs).empty());
  EXPECT_THAT(asked(), testing::ElementsAre("squeue", "squeue"));
  EXPECT_EQ(world.requests[0].environment.count("SLURM_CONF"), 0u);
  EXPECT_EQ(world.requests[1].environment.at("SLURM_CONF"), "/etc/other.conf");
  for (const RunRecord& run : runs) EXPECT_EQ(run.state, RunState::Running);
}

TEST_F(Refresh, AsksTheAccountingOnceForAllThatTheQueueForgot) {
  std::vector<RunRecord> runs{submitted(), submitted(), submitted()};
  world.requests.clear();
  world.always({"squeue"}, ended(0, queue_row(runs[1].id, "RUNNING", "None", "", "4712")));
  world.always({"sacct"}, ended(0, accounting_row(runs[0].id, "TIMEOUT", "0:0", "4711") +
                                       accounting_row(runs[2].id, "FAILED", "1:0", "4713")));
  EXPECT_TRUE(refresh(world, store, runs).empty());
  EXPECT_THAT(asked(), testing::ElementsAre("squeue", "sacct"));
  EXPECT_THAT(world.requests[1].argv, testing::Contains("--jobs=4711,4713"));
  EXPECT_EQ(runs[0].state, RunState::Failed);
  EXPECT_EQ(runs[0].detail, "TIMEOUT: it ran into its time limit; ask for more");
  EXPECT_EQ(runs[1].state, RunState::Running);
  EXPECT_EQ(runs[2].state, RunState::Failed);
}

// The queue knows of the end, the accounting of what it took: asked in the same look, and kept.
TEST_F(Refresh, AJobThatEndedIsAccounted) {
  struct Case {
    const char* energy;
    std::optional<double> joules;
  };
  for (const auto& [energy, joules] :
       {Case{"5310", 5310}, Case{"0", std::nullopt}, Case{"", std::nullopt},
        Case{"18446744073709551614", std::nullopt}, Case{"5.31K", std::nullopt}}) {
    const RunRecord run = submitted();
    const std::string& job = run.job->job_id;
    put_end(run.id, 0, job);
    world.once({"squeue"}, ended(0, queue_row(run.id, "COMPLETED", "None", "n1", job)));
    world.once({"sacct"}, ended(0, accounting_row(run.id, "COMPLETED", "0:0", job, energy)));
    EXPECT_EQ(state_after_look(run), RunState::Done);
    EXPECT_THAT(asked(), testing::ElementsAre("squeue", "sacct"));
    EXPECT_EQ(load(run.id).account, (JobAccount{joules, 64})) << energy;
  }
}

TEST_F(Refresh, AnAccountThatIsNotClosedOrCannotBeHadIsNoProblem) {
  const RunRecord run = submitted();
  put_end(run.id);
  world.once({"squeue"}, ended(0, queue_row(run.id, "COMPLETED")));
  world.once({"sacct"}, ended(0, accounting_row(run.id, "RUNNING")));
  EXPECT_EQ(state_after_look(run), RunState::Done);
  EXPECT_EQ(load(run.id).account, std::nullopt);
  const RunRecord other = submitted();
  put_end(other.id, 0, "4712");
  world.once({"squeue"}, ended(0, queue_row(other.id, "COMPLETED", "None", "", "4712")));
  world.once({"sacct"}, ended(1, "", "sacct: error: Problem talking to the database\n"));
  EXPECT_EQ(state_after_look(other), RunState::Done);
  EXPECT_TRUE(problems.empty());
}

// What a job took is asked for again while the accounting may still close it, and then no more.
TEST_F(Refresh, AnAccountThatComesLateIsStillTaken) {
  const RunRecord run = submitted();
  put_end(run.id);
  world.once({"squeue"}, ended(0, queue_row(run.id, "COMPLETED")));
  world.always({"sacct"}, ended(0, accounting_row(run.id, "RUNNING")));
  EXPECT_EQ(state_after_look(run), RunState::Done);
  world.requests.clear();
  world.always({"sacct"}, ended(0, accounting_row(run.id, "COMPLETED", "0:0", "4711", "5310")));
  EXPECT_EQ(state_after_look(load(run.id)), RunState::Done);
  EXPECT_THAT(asked(), testing::ElementsAre("sacct"));
  EXPECT_EQ(load(run.id).account, (JobAccount{5310, 64}));
  world.requests.clear();
  EXPECT_EQ(state_after_look(load(run.id)), RunState::Done);
  EXPECT_THAT(asked(), testing::IsEmpty());
}

TEST_F(Refresh, AnAccountThatNeverComesIsGivenUp) {
  const RunRecord run = submitted();
  put_end(run.id);  // it ended at 09:32
  world.once({"squeue"}, ended(0, queue_row(run.id, "COMPLETED")));
  world.always({"sacct"}, ended(1, "", "sacct: error: Problem talking to the database\n"));
  EXPECT_EQ(state_after_look(run), RunState::Done);
  std::vector<std::size_t> questions;
  for (int look = 0; look < 6; ++look) {
    world.requests.clear();
    EXPECT_EQ(state_after_look(load(run.id)), RunState::Done);
    EXPECT_TRUE(problems.empty());
    questions.push_back(asked().size());
    world.advance(Milliseconds{300'000});
  }
  EXPECT_EQ(questions.front(), 1u);
  EXPECT_EQ(questions.back(), 0u);
  EXPECT_EQ(load(run.id).account, JobAccount{});
}

TEST_F(Refresh, AnIdThatBelongsToAnotherJobIsNotOurs) {
  const RunRecord run = submitted();
  const std::string foreign = "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD";
  world.always({"squeue"}, ended(0, queue_row(foreign, "COMPLETED")));
  world.always({"sacct"}, ended(0, accounting_row(foreign, "COMPLETED")));
  EXPECT_EQ(state_after_look(run), RunState::Pending);
  EXPECT_EQ(detail, "not in the queue, not yet in the accounting");
  for (int look = 0; look < 3; ++look) {
    world.advance(Milliseconds{300'000});
    state_after_look(load(run.id));
  }
  EXPECT_EQ(load(run.id).state, RunState::Vanished);
  // A later poll may find it after all.
  world.always({"squeue"}, ended(0, queue_row(run.id, "RUNNING")));
  EXPECT_EQ(state_after_look(load(run.id)), RunState::Running);
}

TEST_F(Refresh, ASilentControllerChangesNothingAndIsNamed) {
  const RunRecord run = submitted();
  world.always({"squeue"}, ended(1, "",
                                 "slurm_load_jobs error: Socket timed out on send/recv "
                                 "operation\n"));
  EXPECT_EQ(state_after_look(run), RunState::Pending);
  EXPECT_EQ(
      lines_of(problems),
      std::vector<std::string>{
          "warning: squeue: the queue could not be asked (slurm_load_jobs error: Socket timed "
          "out on send/recv operation); try again in a minute"});
}

TEST_F(Refresh, AJobThatFinishedIsFinishedWhateverASilentControllerSays) {
  const RunRecord run = submitted();
  put_end(run.id);
  world.always({"squeue"}, ended(1));
  world.always({"sacct"}, ended(1, "", "sacct: error: Problem talking to the database\n"));
  EXPECT_EQ(state_after_look(run), RunState::Done);
}

Endpoint sandbox_endpoint() {
  Endpoint endpoint = slurm_endpoint();
  endpoint.kind = EndpointKind::Sandbox;
  endpoint.sandbox = "hpc2n";
  endpoint.slurm_conf = "/home/ada/sandbox/slurm.conf";
  return endpoint;
}

// What the sandbox was asked would wait for an answer until its deadline.
TEST_F(Refresh, ASandboxThatHasEndedIsNotAsked) {
  world.put("/home/ada/sandbox/slurm.conf", "");
  const RunRecord finished = submitted(sandbox_endpoint());
  const RunRecord lost = submitted(sandbox_endpoint());
  EXPECT_EQ(state_after_look(lost), RunState::Pending);
  EXPECT_EQ(asked().front(), "squeue");
  world.requests.clear();
  ASSERT_TRUE(is_ok(world.remove_file("/home/ada/sandbox/slurm.conf")));
  put_end(finished.id, 0, finished.job->job_id);
  EXPECT_EQ(state_after_look(finished), RunState::Done);
  EXPECT_EQ(state_after_look(load(lost.id)), RunState::Vanished);
  EXPECT_EQ(detail, "sandbox 'hpc2n' has ended, and the job left no end marker; submit again");
  EXPECT_EQ(state_after_look(load(finished.id)), RunState::Done);
  EXPECT_TRUE(world.requests.empty());
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(load(finished.id).account, JobAccount{});
}

TEST_F(Refresh, ASandboxOfAnotherMachineMayBeThereStill) {
  world.put("/home/ada/sandbox/slurm.conf", "");
  const RunRecord run = submitted(sandbox_endpoint());
  ASSERT_TRUE(is_ok(world.remove_file("/home/ada/sandbox/slurm.conf")));
  world.host = "elsewhere";
  EXPECT_EQ(state_after_look(load(run.id)), RunState::Pending);
}

TEST_F(Refresh, ASubmissionThatWasCutOffIsFoundByItsEndMarker) {
  const std::string id = create();
  ASSERT_TRUE(is_ok(write_intent(world, load(id), {"sbatch"}, "x")));
  put_end(id, 0, "4799");
  EXPECT_EQ(state_after_look(load(id)), RunState::Done);
  EXPECT_EQ(load(id).job->job_id, "4799");
}

TEST_F(Refresh, ARunThatWasNeverSentIsClosed) {
  std::vector<RunRecord> runs{load(create())};
  refresh(world, store, runs);
  EXPECT_EQ(runs[0].state, RunState::Intended);  // a process may be about to send it
  world.advance(Milliseconds{61'000});
  EXPECT_EQ(state_after_look(load(runs[0].id)), RunState::Cancelled);
  EXPECT_EQ(detail, "gpujob was stopped before it sent anything");
}

TEST_F(Refresh, TheAccountingMayAnswerWhereTheControllerDoesNot) {
  const RunRecord run = submitted();
  put_end(run.id);
  world.always({"squeue"}, ended(1));
  world.always({"sacct"}, ended(0, accounting_row(run.id, "COMPLETED")));
  EXPECT_EQ(state_after_look(run), RunState::Done);
}

TEST_F(Refresh, MissingReportsAreWaitedFor) {
  const RunRecord run = submitted();
  world.always({"squeue"}, ended(0, queue_row(run.id, "COMPLETED")));
  EXPECT_EQ(state_after_look(run), RunState::ResultsPending);
  put_end(run.id, 0, "4711", 2);
  const std::string second = world.text_of(path(run.id, "report-2.json"));
  ASSERT_TRUE(is_ok(world.remove_file(path(run.id, "report-2.json"))));
  EXPECT_EQ(state_after_look(run), RunState::ResultsPending);
  EXPECT_EQ(detail, "report-2.json: report is missing (the end marker names it)");
  world.put(path(run.id, "report-2.json"), second);
  EXPECT_EQ(state_after_look(load(run.id)), RunState::Done);
}

TEST_F(Refresh, ADamagedMarkerIsAWarningNotAnEnd) {
  const RunRecord run = submitted();
  world.put(path(run.id, "end.4711.0.json"), "{");
  EXPECT_EQ(state_after_look(run), RunState::Pending);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].severity, Severity::Warning);
}

TEST_F(Refresh, AnUnknownSubmissionIsFoundInTheQueueOrTheAccounting) {
  for (const bool in_queue : {true, false}) {
    const std::string id = create();
    world.once({"sbatch"}, ended(1, "",
                                 "sbatch: error: Batch job submission failed: Zero Bytes were "
                                 "transmitted or received\n"));
    ASSERT_FALSE(submit_run(world, store, id));
    EXPECT_EQ(state_after_look(load(id)), RunState::Unknown);
    if (in_queue) {
      world.once({"squeue"}, ended(0, queue_row(id, "RUNNING", "None", "n1", "99")));
    } else {
      world.once({"sacct"}, ended(0, accounting_row(id, "TIMEOUT", "0:0", "99")));
      world.once({"sacct"}, ended(0, accounting_row(id, "TIMEOUT", "0:0", "99")));
    }
    EXPECT_EQ(state_after_look(load(id)), in_queue ? RunState::Running : RunState::Failed);
    EXPECT_EQ(load(id).job->job_id, "99");
  }
}

TEST_F(Refresh, FinalAndUnsentRunsCostNoQuestion) {
  const RunRecord run = submitted();
  world.once({"squeue"}, ended(0, queue_row(run.id, "CANCELLED by 1000")));
  EXPECT_EQ(state_after_look(run), RunState::Cancelled);
  world.requests.clear();
  std::vector<RunRecord> runs{load(run.id), load(create())};
  EXPECT_TRUE(refresh(world, store, runs).empty());
  EXPECT_TRUE(world.requests.empty());
}

TEST_F(Refresh, AStateThatCannotBeSavedIsStillSeen) {
  std::vector<RunRecord> runs{submitted()};
  world.always({"squeue"}, ended(0, queue_row(runs[0].id, "RUNNING")));
  world.fail_write(1, EDQUOT);
  const Diagnostics problems_now = refresh(world, store, runs);
  EXPECT_EQ(runs[0].state, RunState::Running);
  ASSERT_EQ(problems_now.size(), 1u);
  EXPECT_EQ(problems_now[0].severity, Severity::Warning);
}

TEST_F(Refresh, ALocalRunIsWatchedByItsProcess) {
  const RunRecord run = submitted(local_endpoint());
  EXPECT_EQ(state_after_look(run), RunState::Running);
  put_end(run.id, 0, "local");
  world.end(run.job->process);
  EXPECT_EQ(state_after_look(run), RunState::Done);
  EXPECT_TRUE(world.requests.empty());
  const RunRecord crashed = submitted(local_endpoint());
  world.end(crashed.job->process);
  EXPECT_EQ(state_after_look(crashed), RunState::Failed);
}

TEST_F(Refresh, ALocalRunOfAnotherMachineCannotBeAskedHere) {
  const RunRecord run = submitted(local_endpoint());
  world.host = "login2";
  EXPECT_EQ(state_after_look(run), RunState::Running);
  EXPECT_EQ(lines_of(problems), std::vector<std::string>{"warning: run " + run.id +
                                                         ": runs on host 'login1' (only that "
                                                         "machine knows its state); ask there"});
}

// The files of a run tell whether its end was asked for and how it ended: without them nothing is
// derived, whatever the queue says.
TEST_F(Refresh, ARunWhoseFilesCannotBeReadStaysAsItWas) {
  const RunRecord run = submitted();
  world.once({"squeue"}, ended(0, queue_row(run.id, "PENDING", "Resources")));
  ASSERT_EQ(state_after_look(run), RunState::Pending);
  std::vector<RunRecord> runs{load(run.id)};
  world.fail_read(store.path_of(run.id), ESTALE);
  world.advance(Milliseconds{3'600'000});
  for (int poll = 0; poll < 4; ++poll) {
    problems = refresh(world, store, runs);
    EXPECT_EQ(runs[0].state, RunState::Pending);
    EXPECT_EQ(runs[0].detail, "Resources");
    EXPECT_THAT(lines_of(problems), testing::Contains("warning: " + store.path_of(run.id) +
                                                      ": cannot list (stale file handle)"));
    world.advance(Milliseconds{600'000});
  }
  EXPECT_EQ(world.text_of(path(run.id, "state.json")).find("vanished"), std::string::npos);
}

// The record was read before another process wrote its intent.
TEST_F(Refresh, ARunThatIsBeingSentIsNotCalledUnsent) {
  const std::string id = create();
  std::vector<RunRecord> runs{load(id)};
  ASSERT_EQ(runs[0].state, RunState::Intended);
  ASSERT_TRUE(is_ok(write_intent(world, runs[0], {"sbatch"}, "x")));
  world.advance(Milliseconds{120'000});
  problems = refresh(world, store, runs);
  EXPECT_EQ(runs[0].state, RunState::Intended);
  EXPECT_TRUE(problems.empty());
}

}  // namespace
}  // namespace gpujob
