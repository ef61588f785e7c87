// SPDX-License-Identifier: MIT
#include "jobs/build/build_job.h"

#include <algorithm>
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/jobs/telling_listener.h"

namespace gpujob {
namespace {

using testing::HasSubstr;

const std::string kName = "gj-build-integrate2d-cuda-sm_90-0123456789abcdef";
const std::string kDirectory = "/home/ada/programs/0123456789abcdef";
const std::string kProgram = kDirectory + "/integrate2d.cuda";
const std::string kAway = "slurm_load_jobs error: Unable to contact slurm controller\n";
const std::string kTimedOut =
    "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation\n";

class BuildAsJob : public testing::Test {
 protected:
  BuildAsJob() {
    resolution.build.place = BuildPlan::Place::Job;
    resolution.build.workload = "integrate2d";
    resolution.build.backend = "cuda";
    resolution.build.program_directory = kDirectory;
    resolution.job.job_name = kName;
    resolution.job.center = "dawn";
    resolution.job.cluster = "aurora";
    workload_of(resolution.job)->build = resolution.build;
    resolution.job.polling_floor_seconds = 60;
    resolution.job.options = {{"no-requeue", std::nullopt}};
    endpoint.sbatch = "/usr/bin/sbatch";
    world.always({"sbatch"}, ended(0, "4711\n"));
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
    queue("");
  }

  Result<std::string> build() {
    TellingListener listener(world);
    return build_as_job(world, listener, endpoint, resolution, "#!/bin/bash\n");
  }

  static std::string row(const std::string& state, const std::string& job_id = "4711") {
    return format("{}|{}|0:01|2026-11-21T09:30:00||{}|None\n", job_id, state, kName);
  }

  void queue(const std::string& rows) { world.always({"squeue"}, ended(0, rows)); }

  /// The controller knows the job from the moment it takes it.
  void take(const ProcessAnswer& answer) {
    world.always({"sbatch"}, [this, answer](const ProcessRequest&) {
      queue(row("PENDING"));
      return answer;
    });
  }

  std::size_t sent() const {
    return static_cast<std::size_t>(
        std::count_if(world.requests.begin(), world.requests.end(),
                      [](const auto& request) { return request.argv[0] == "/usr/bin/sbatch"; }));
  }

  FakeWorld world;
  Endpoint endpoint;
  BuildResolution resolution;
};

TEST_F(BuildAsJob, WaitsForTheProgramAndNotForTheEndOfTheJob) {
  take(ended(0, "4711\n"));
  world.on_sleep = [this](FakeWorld& now) {
    queue(row("RUNNING"));
    if (now.sleeps.size() == 3) now.put(kProgram, "program");
  };
  const auto program = build();
  ASSERT_TRUE(is_ok(program));
  EXPECT_EQ(*program, kProgram);
  EXPECT_EQ(world.err_text,
            "note: build of integrate2d.cuda is job 4711 at dawn/aurora\n"
            "note: build of integrate2d.cuda: job 4711 is running\n");
  for (const Milliseconds pause : world.sleeps) EXPECT_GE(pause, Milliseconds{60'000});
}

TEST_F(BuildAsJob, IsSentOnceHoweverOftenItIsAskedFor) {
  take(ended(0, "4711\n"));
  world.interrupt_sleep(1, SIGINT);
  EXPECT_TRUE(fails_with(build(), ExitCode::Pending,
                         {"build of integrate2d.cuda: interrupted (job 4711 is not cancelled); "
                          "the same command continues to wait, 'scancel 4711' cancels it"}));
  world.interrupt_sleep(1, SIGINT);
  world.err_text.clear();
  EXPECT_FALSE(build());
  EXPECT_THAT(world.err_text,
              HasSubstr("note: build of integrate2d.cuda is already job 4711 at dawn/aurora\n"));
  EXPECT_EQ(sent(), 1U);
}

TEST_F(BuildAsJob, TakesTheJobOfItsNameThatIsInTheQueue) {
  queue(row("FAILED", "4700") + row("RUNNING", "4710"));
  world.on_sleep = [](FakeWorld& now) { now.put(kProgram, "program"); };
  ASSERT_TRUE(is_ok(build()));
  EXPECT_THAT(world.err_text, HasSubstr("is already job 4710 at dawn/aurora\n"));
  EXPECT_EQ(sent(), 0U);
}

TEST_F(BuildAsJob, SendsNothingWhereTheQueueCannotBeAsked) {
  world.always({"squeue"}, ended(1, "", kAway));
  EXPECT_TRUE(fails_with(
      build(), ExitCode::Unknown,
      {"build of integrate2d.cuda: nothing was sent, for its job may be queued already (the queue "
       "could not be asked: slurm_load_jobs error: Unable to contact slurm controller); start the "
       "same command again in a minute"}));
  EXPECT_EQ(sent(), 0U);
  EXPECT_THAT(*world.list(kProgram + ".jobs"), testing::IsEmpty());
}

TEST_F(BuildAsJob, FindsByNameTheJobOfAnUnclearAnswer) {
  take(ended(1, "", kTimedOut));
  world.on_sleep = [](FakeWorld& now) { now.put(kProgram, "program"); };
  ASSERT_TRUE(is_ok(build()));
  EXPECT_THAT(world.err_text,
              HasSubstr("note: build of integrate2d.cuda is job 4711 at dawn/aurora\n"));
}

TEST_F(BuildAsJob, GivesAnUnclearAnswerTimeAndNeverTakesAnEarlierJobForItsOwn) {
  take(ended(0, "4700\n"));
  world.on_sleep = [this](FakeWorld&) { queue(row("FAILED", "4700")); };
  queue("");
  world.always({"sbatch"}, ended(0, "4700\n"));
  EXPECT_TRUE(fails_with(build(), ExitCode::Failed,
                         {"build of integrate2d.cuda: job 4700 did not make the program (FAILED: "
                          "the script ended with an error)"}));
  world.on_sleep = nullptr;
  world.err_text.clear();
  world.always({"sbatch"}, ended(1, "", kTimedOut));
  const Instant start = world.now();
  EXPECT_TRUE(
      fails_with(build(), ExitCode::Unknown,
                 {"build of integrate2d.cuda: no job was started (sbatch gave no clear "
                  "answer, and no job of its name appeared in ten minutes); the same command "
                  "sends another job"}));
  EXPECT_GE(world.now() - start, Seconds(600));
  EXPECT_LE(world.now() - start, Seconds(1200));
  EXPECT_EQ(world.err_text,
            "warning: build of integrate2d.cuda: sbatch timed out and no job of that name is known "
            "yet (it may still appear); the same command again looks for it by its name\n");
  EXPECT_EQ(sent(), 2U);
}

TEST_F(BuildAsJob, GivesUpAQueueThatIsSilentForHalfAnHour) {
  take(ended(0, "4711\n"));
  world.on_sleep = [](FakeWorld& now) { now.always({"squeue"}, ended(1, "", kAway)); };
  const Instant start = world.now();
  EXPECT_TRUE(fails_with(build(), ExitCode::Unknown,
                         {"build of integrate2d.cuda: the queue has not answered for half an hour "
                          "(job 4711 may still run); the same command continues to wait"}));
  EXPECT_GE(world.now() - start, Seconds(1800));
  EXPECT_LE(world.now() - start, Seconds(2400));
  EXPECT_LE(world.sleeps.size(), 14U);
  const std::string said = world.err_text;
  EXPECT_EQ(said.find("squeue"), said.rfind("warning: squeue") + 9);  // once
  queue(row("RUNNING"));
  world.on_sleep = [](FakeWorld& now) { now.put(kProgram, "program"); };
  EXPECT_TRUE(is_ok(build()));
  EXPECT_EQ(sent(), 1U);
}

TEST_F(BuildAsJob, WaitsTwoMinutesForAProgramThatNoDiskShowsYet) {
  take(ended(0, "4711\n"));
  world.on_sleep = [this](FakeWorld&) { queue(row("COMPLETED")); };
  EXPECT_TRUE(fails_with(build(), ExitCode::Failed,
                         {format("build of integrate2d.cuda: job 4711 did not make the program (it "
                                 "succeeded, but {} is missing two minutes later)",
                                 kProgram)}));
  EXPECT_THAT(world.err_text, HasSubstr("job 4711 has ended; looking for its program"));
  EXPECT_FALSE(build());
  EXPECT_EQ(sent(), 2U);
}

TEST_F(BuildAsJob, ShowsTheLastWordsOfAJobThatFailed) {
  take(ended(0, "4711\n"));
  const std::string log = kProgram + ".4711.out";
  world.on_sleep = [&](FakeWorld& now) {
    queue(row("TIMEOUT"));
    now.put(log, "nvcc: compiling\n\n");
  };
  EXPECT_TRUE(fails_with(
      build(), ExitCode::Failed,
      {format("build of integrate2d.cuda: job 4711 did not make the program "
              "(TIMEOUT: it ran into its time limit; ask for more; its last lines: nvcc: "
              "compiling); the full output is in {}",
              log)}));
}

TEST_F(BuildAsJob, AsksTheAccountingOfAJobThatTheQueueHasForgotten) {
  take(ended(0, "4711\n"));
  world.on_sleep = [this](FakeWorld&) { queue(""); };
  world.always({"sacct"}, ended(0, format("4711|CANCELLED by 1000|0:0|None assigned|00:00:00|"
                                          "2026-11-21T09:30:00|0|0|{}\n",
                                          kName)));
  EXPECT_TRUE(fails_with(build(), ExitCode::Failed,
                         {"build of integrate2d.cuda: job 4711 did not make the program "
                          "(CANCELLED: it was cancelled)"}));
  EXPECT_EQ(world.sleeps.size(), 1U);
}

TEST_F(BuildAsJob, OfTwoCallsAtTheSameMomentOneSends) {
  // Another call claims, sends and waits while this one asks the queue.
  world.always({"squeue"}, [&](const ProcessRequest&) {
    queue("");
    take(ended(0, "4711\n"));
    world.interrupt_sleep(1, SIGINT);
    EXPECT_FALSE(build());
    world.interrupt_sleep(1, SIGINT);
    return ended(0, "");
  });
  EXPECT_TRUE(fails_with(build(), ExitCode::Pending,
                         {"build of integrate2d.cuda: interrupted (job 4711 is not cancelled); "
                          "the same command continues to wait, 'scancel 4711' cancels it"}));
  EXPECT_EQ(sent(), 1U);
  EXPECT_EQ(world.list(kProgram + ".jobs")->size(), 2U);  // the claim and the run
}

TEST_F(BuildAsJob, ClaimsNothingOfAJobThatNobodyKnowsAnyMore) {
  take(ended(0, "4711\n"));
  world.on_sleep = [this](FakeWorld&) { queue(""); };
  EXPECT_TRUE(
      fails_with(build(), ExitCode::Unknown,
                 {"build of integrate2d.cuda: the end of job 4711 is unknown (it left the "
                  "queue, and the program is missing); the same command sends another job"}));
  EXPECT_FALSE(build());
  EXPECT_EQ(sent(), 2U);
}

TEST_F(BuildAsJob, AsksNobodyWhereItsSandboxHasEnded) {
  endpoint.kind = EndpointKind::Sandbox;
  endpoint.sandbox = "dawn";
  endpoint.slurm_conf = "/state/dawn/slurm.conf";
  world.put(endpoint.slurm_conf, "");
  take(ended(0, "4711\n"));
  world.on_sleep = [this](FakeWorld& now) {
    ASSERT_TRUE(is_ok(now.remove_file(endpoint.slurm_conf)));
  };
  EXPECT_TRUE(fails_with(build(), ExitCode::Unknown,
                         {"build of integrate2d.cuda: the end of job 4711 is unknown (sandbox "
                          "'dawn' has ended, and the program is missing); the same command sends "
                          "another job"}));
  EXPECT_EQ(world.sleeps.size(), 1U);
  EXPECT_THAT(world.err_text, HasSubstr("is job 4711 at dawn/aurora (sandbox dawn)\n"));
}

TEST_F(BuildAsJob, SendsAnotherWhereTheFirstWasRefused) {
  world.always({"sbatch"}, ended(1, "",
                                 "sbatch: error: Batch job submission failed: Invalid qos "
                                 "specification\n"));
  EXPECT_TRUE(fails_with(build(), ExitCode::Scheduler,
                         {"build of integrate2d.cuda: sbatch refused it (Invalid qos "
                          "specification)"}));
  EXPECT_FALSE(build());
  EXPECT_EQ(sent(), 2U);
}

}  // namespace
}  // namespace gpujob
