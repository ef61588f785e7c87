// SPDX-License-Identifier: MIT
#include "run/submit.h"

#include <algorithm>
#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/recover.h"
#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

const std::string kSendTimedOut =
    "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation\n";

class Submit : public RunFixture {
 protected:
  std::size_t calls(const std::string& name) const {
    return static_cast<std::size_t>(
        std::count_if(world.requests.begin(), world.requests.end(),
                      [&](const auto& request) { return request.argv[0] == "/usr/bin/" + name; }));
  }
};

TEST_F(Submit, TheIntentIsOnDiskBeforeTheCallAndTheAnswerAfter) {
  const std::string id = create();
  world.always({"sbatch"}, ended(0, "4711\n"));
  std::vector<std::string> then;
  world.on_run = [&](const ProcessRequest&) { then = *world.list(path(id, "attempt-1")); };
  const Result<RunRecord> run = submit_run(world, store, id);
  ASSERT_TRUE(is_ok(run));
  EXPECT_THAT(then, testing::ElementsAre("intent.json"));
  EXPECT_THAT(*world.list(path(id, "attempt-1")),
              testing::ElementsAre("answer.json", "intent.json"));
  EXPECT_EQ(run->state, RunState::Pending);
  EXPECT_EQ(run->job->job_id, "4711");
  EXPECT_EQ(run->submitted, "2026-11-21T09:30:00Z");
  EXPECT_THAT(world.requests[0].argv,
              testing::ElementsAre("/usr/bin/sbatch", "--parsable", "--mail-type=END"));
  EXPECT_EQ(world.requests[0].stdin_text, "#!/bin/bash\n");
  EXPECT_EQ(world.requests[0].directory, store.path_of(id));
  EXPECT_EQ(load(id).job->job_id, "4711");
}

TEST_F(Submit, NeverTwice) {
  const std::string id = create();
  world.always({"sbatch"}, ended(0, "4711\n"));
  ASSERT_TRUE(is_ok(submit_run(world, store, id)));
  EXPECT_TRUE(fails_with(
      submit_run(world, store, id), ExitCode::Failed,
      {"run " + id + ": was submitted already (job 4711); run 'gpujob status " + id + "'"}));
  EXPECT_EQ(calls("sbatch"), 1u);
}

TEST_F(Submit, AnIntentWithoutAnAnswerIsUnknownAndNeverSentAgain) {
  const std::string id = create();
  world.always({"sbatch"}, ended(0, "4711\n"));
  world.fail_write(2, ENOSPC);  // the intent is written, the answer is not
  EXPECT_TRUE(fails_with(
      submit_run(world, store, id), ExitCode::Failed,
      {"run " + id +
           ": job 4711 was accepted but the answer could not be written; 'gpujob status " + id +
           "' finds it by its name",
       path(id, "attempt-1/answer.json") +
           ": cannot create (no space left on device); free some space there and try again"}));
  EXPECT_TRUE(fails_with(submit_run(world, store, id), ExitCode::Unknown,
                         {"run " + id +
                          ": was submitted already and its answer is not known (nothing "
                          "was submitted twice); run 'gpujob recover " +
                          id + "'"}));
  EXPECT_EQ(calls("sbatch"), 1u);
}

TEST_F(Submit, AnIntentThatCannotBeWrittenSendsNothing) {
  const std::string id = create();
  world.always({"sbatch"}, ended(0, "4711\n"));
  world.fail_write(1, ENOSPC);
  EXPECT_TRUE(fails_with(
      submit_run(world, store, id), ExitCode::Failed,
      {path(id, "attempt-1/intent.json") +
       ": cannot create (no space left on device); free some space there and try again"}));
  EXPECT_EQ(calls("sbatch"), 0u);
}

TEST_F(Submit, ARefusalSaysWhatSlurmSaid) {
  const std::string id = create();
  world.always({"squeue"}, ended(0, ""));
  world.always(
      {"sbatch"},
      ended(1, "", "sbatch: error: Batch job submission failed: Invalid qos specification\n"));
  EXPECT_TRUE(fails_with(submit_run(world, store, id), ExitCode::Scheduler,
                         {"run " + id +
                          ": sbatch refused it (Invalid qos "
                          "specification)"}));
  EXPECT_EQ(load(id).state, RunState::Refused);
  EXPECT_TRUE(fails_with(submit_run(world, store, id), ExitCode::Failed,
                         {"run " + id +
                          ": was submitted already and refused ("
                          "Invalid qos specification); a new 'gpujob submit' makes a new run"}));
  EXPECT_EQ(calls("sbatch"), 1u);
}

TEST_F(Submit, ARefusalOfTheMomentSaysSo) {
  const std::string id = create();
  world.always({"squeue"}, ended(0, ""));
  world.always({"sbatch"}, ended(1, "",
                                 "sbatch: error: Batch job submission failed: Resource "
                                 "temporarily unavailable\n"));
  EXPECT_TRUE(fails_with(submit_run(world, store, id), ExitCode::Scheduler,
                         {"run " + id +
                          ": sbatch refused it for now ("
                          "Resource temporarily unavailable); submit again later"}));
}

TEST_F(Submit, ATimeOutThatMadeAJobFindsIt) {
  const std::string id = create();
  world.always({"sbatch"}, ended(1, "", kSendTimedOut));
  world.always({"squeue"}, ended(0, queue_row(id, "PENDING", "Priority", "", "4712")));
  const Result<RunRecord> run = submit_run(world, store, id);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->job->job_id, "4712");
  EXPECT_EQ(run->state, RunState::Pending);
  EXPECT_EQ(run->detail, "Priority");
  EXPECT_EQ(load(id).job->job_id, "4712");
  EXPECT_THAT(*world.list(path(id, "attempt-1")),
              testing::ElementsAre("answer.json", "found.json", "intent.json"));
}

TEST_F(Submit, ATimeOutWithoutAJobIsUnknown) {
  const std::string id = create();
  world.always({"sbatch"}, ended(1, "", kSendTimedOut));
  world.always({"squeue"}, ended(0, queue_row("01JD7M3ZK8Q4V5W6X7Y8Z9ABCD", "RUNNING")));
  world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  EXPECT_TRUE(fails_with(submit_run(world, store, id), ExitCode::Unknown,
                         {"run " + id +
                          ": sbatch timed out and no job of that name is known yet (it "
                          "may still appear); run 'gpujob recover " +
                          id + "', nothing was submitted twice"}));
  EXPECT_EQ(load(id).state, RunState::Unknown);
  EXPECT_FALSE(submit_run(world, store, id));
  EXPECT_EQ(calls("sbatch"), 1u);
}

TEST_F(Submit, WordsThatNobodyListedAreUnknownToo) {
  const std::string id = create();
  world.always({"sbatch"}, ended(1, "", "sbatch: error: le serveur est en gr\xC3\xA8ve\n"));
  world.always({"squeue"}, ended(1, "",
                                 "slurm_load_jobs error: Unable to contact slurm controller "
                                 "(connect failure)\n"));
  world.always({"sacct"}, ended(0, ""));
  EXPECT_TRUE(fails_with(submit_run(world, store, id), ExitCode::Unknown,
                         {"run " + id +
                          ": sbatch gave no clear answer and the queue cannot be asked "
                          "(it may still appear; sbatch said: le serveur est en gr\xC3\xA8ve); run "
                          "'gpujob recover " +
                          id + "', nothing was submitted twice"}));
}

TEST_F(Submit, AnSbatchThatCannotStartSentNothing) {
  const std::string id = create();
  world.refuse_start("sbatch", ENOENT);
  const Result<RunRecord> run = submit_run(world, store, id);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.failure().exit, ExitCode::Scheduler);
  EXPECT_EQ(load(id).state, RunState::Refused);
}

TEST_F(Submit, ALocalRunStartsTheSameScriptDetached) {
  world.variables["SBATCH_ACCOUNT"] = "x";
  Endpoint here = local_endpoint();
  here.added["GPUJOB_LIBEXEC"] = "/opt/programs";
  const std::string id = create(here);
  const Result<RunRecord> run = submit_run(world, store, id);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->state, RunState::Running);
  EXPECT_EQ(run->job->job_id, "local");
  EXPECT_EQ(run->job->host, "login1");
  ASSERT_EQ(world.detached.size(), 1u);
  const DetachedRequest& request = world.detached[0];
  EXPECT_THAT(request.argv,
              testing::ElementsAre("timeout", "-k", "30", "600", "bash", path(id, "job.sh")));
  EXPECT_EQ(request.directory, store.path_of(id));
  EXPECT_EQ(request.out_path, path(id, "job.local.0.out"));
  EXPECT_EQ(request.err_path, path(id, "job.local.0.err"));
  EXPECT_EQ(request.environment.at("GPUJOB_LIBEXEC"), "/opt/programs");
  EXPECT_EQ(request.environment.count("SBATCH_ACCOUNT"), 0u);
  EXPECT_EQ(load(id).job, run->job);
  EXPECT_EQ(load(id).state, RunState::Running);
}

TEST_F(Submit, ALocalRunThatCannotStartIsOver) {
  const std::string id = create(local_endpoint());
  world.refuse_start("timeout", ENOENT);
  EXPECT_FALSE(submit_run(world, store, id));
  EXPECT_EQ(load(id).state, RunState::Refused);
}

// A wrapper of sbatch tried twice: the first job was taken, the second refused.
TEST_F(Submit, ARefusalAfterAJobThatWasTakenFindsIt) {
  const std::string id = create();
  world.always({"sbatch"}, ended(1, "",
                                 "sbatch: error: Batch job submission failed: Resource "
                                 "temporarily unavailable\n"));
  world.always({"squeue"}, ended(0, queue_row(id, "PENDING", "Priority", "", "4712")));
  const Result<RunRecord> run = submit_run(world, store, id);
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->job->job_id, "4712");
  EXPECT_EQ(load(id).state, RunState::Pending);
}

constexpr const char* kBusy =
    "sbatch: error: Batch job submission failed: Resource temporarily unavailable\n";
constexpr const char* kNoController =
    "slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n";

// It says that no job was made, and the queue cannot confirm it: a wrapper may have sent one
// before.
TEST_F(Submit, ARefusalIsOpenWhileTheQueueIsSilent) {
  const std::string id = create();
  world.always({"sbatch"}, ended(1, "", kBusy));
  world.always({"squeue"}, ended(1, "", kNoController));
  world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  EXPECT_TRUE(fails_with(
      submit_run(world, store, id), ExitCode::Unknown,
      {"run " + id +
       ": sbatch refused it and the queue cannot be asked (it may have been taken before; sbatch "
       "said: Resource temporarily unavailable); run 'gpujob recover " +
       id + "', nothing was submitted twice"}));
  EXPECT_EQ(load(id).state, RunState::Unknown);
  EXPECT_EQ(load(id).detail,
            "refused (Resource temporarily unavailable), not confirmed by the queue yet");
  EXPECT_EQ(calls("sbatch"), 1u);
}

TEST_F(Submit, AJobBehindSuchARefusalIsFoundByAnyLaterLook) {
  const std::string id = create();
  world.always({"sbatch"}, ended(1, "", kBusy));
  world.always({"squeue"}, ended(1, "", kNoController));
  EXPECT_FALSE(submit_run(world, store, id));
  world.always({"squeue"}, ended(0, queue_row(id, "PENDING", "Priority", "", "4712")));
  std::vector<RunRecord> runs{load(id)};
  refresh(world, store, runs);
  EXPECT_EQ(runs[0].state, RunState::Pending);
  EXPECT_EQ(load(id).job->job_id, "4712");
}

TEST_F(Submit, SuchARefusalIsFinalOnceTheQueueHasConfirmedIt) {
  const std::string id = create();
  world.always({"sbatch"}, ended(1, "", kBusy));
  world.always({"squeue"}, ended(1, "", kNoController));
  world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  EXPECT_FALSE(submit_run(world, store, id));
  world.always({"squeue"}, ended(0, ""));
  Diagnostics problems;
  EXPECT_TRUE(fails_with(recover_run(world, store, id, problems), ExitCode::Scheduler,
                         {"run " + id + ": sbatch refused it (Resource temporarily unavailable)"}));
  EXPECT_EQ(load(id).state, RunState::Refused);
  EXPECT_EQ(calls("sbatch"), 1u) << "a refused job is not sent again";
  world.files.erase(path(id, "state.json"));
  EXPECT_EQ(load(id).state, RunState::Refused);
}

TEST_F(Submit, ASilenceThatEndsWhileItSettlesLeavesNoDoubt) {
  const std::string id = create();
  world.always({"sbatch"}, ended(1, "", kBusy));
  world.always({"squeue"}, ended(1, "", kNoController));
  world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  world.on_sleep = [&](FakeWorld&) { world.always({"squeue"}, ended(0, "")); };
  EXPECT_TRUE(fails_with(submit_run(world, store, id, Seconds(80)), ExitCode::Scheduler,
                         {"run " + id +
                          ": sbatch refused it for now (Resource temporarily unavailable); submit "
                          "again later"}));
  EXPECT_EQ(load(id).state, RunState::Refused);
}

// What sbatch finds wrong itself has reached no controller: the queue needs not be asked.
TEST_F(Submit, ARefusalBeforeAnyContactIsFinalAtOnce) {
  const std::string id = create();
  world.always({"sbatch"}, ended(255, "", "sbatch: unrecognized option '--gpu'\n"));
  world.always({"squeue"}, ended(1, "", kNoController));
  EXPECT_FALSE(submit_run(world, store, id));
  EXPECT_EQ(load(id).state, RunState::Refused);
  EXPECT_EQ(calls("squeue"), 0u);
}

TEST_F(Submit, ACentersOwnWordsAreKeptWithTheRun) {
  Resolution resolution = sample_resolution(make_ulid(world));
  resolution.plan.sbatch_answers = {{"No hours left", "refused"},
                                    {"Job {{job}} waits", "accepted"}};
  const std::string id = resolution.plan.run_id;
  ASSERT_TRUE(is_ok(store.create(resolution, slurm_endpoint(), "#!/bin/bash\n", "")));
  world.always({"sbatch"}, ended(0, "Job 4711 waits\n"));
  EXPECT_TRUE(is_ok(submit_run(world, store, id)));
  EXPECT_EQ(load(id).job->job_id, "4711");
}

TEST_F(Submit, AJobThatComesUpWhileItSettlesIsFound) {
  const std::string id = create();
  world.always({"sbatch"}, ended(1, "", kSendTimedOut));
  world.always({"squeue"}, ended(0, ""));
  world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  const Instant start = world.now();
  world.on_sleep = [&](FakeWorld&) {
    if (world.now() - start < Milliseconds{30'000}) return;
    world.always({"squeue"}, ended(0, queue_row(id, "PENDING", "Priority", "", "4712")));
  };
  const Result<RunRecord> run = submit_run(world, store, id, Seconds(60));
  ASSERT_TRUE(is_ok(run));
  EXPECT_EQ(run->job->job_id, "4712");
  EXPECT_EQ(world.now() - start, Milliseconds{30'000});
}

}  // namespace
}  // namespace gpujob
