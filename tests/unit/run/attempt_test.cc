// SPDX-License-Identifier: MIT
#include "run/attempt.h"

#include <cerrno>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

const std::vector<std::string> kArgv{"/usr/bin/sbatch", "--parsable"};

class AttemptFiles : public RunFixture {
 protected:
  AttemptFiles() : run(load(create())) {}

  Attempt read() {
    Result<Attempt> attempt = read_attempt(world, run);
    EXPECT_TRUE(is_ok(attempt));
    return attempt ? *std::move(attempt) : Attempt{};
  }

  RunRecord run;
};

TEST_F(AttemptFiles, WithoutAnyNothingWasTried) {
  EXPECT_EQ(read().number, 0);
}

TEST_F(AttemptFiles, TheIntentSaysWhatWillBeCalled) {
  ASSERT_TRUE(is_ok(write_intent(world, run, kArgv, "#!/bin/bash\n")));
  const Json intent =
      *parse_json(world.text_of(run.directory + "/attempt-1/intent.json"), "intent.json");
  EXPECT_EQ(intent["run"], run.id);
  EXPECT_EQ(intent["job_name"], "gj-integrate2d-" + run.id);
  EXPECT_EQ(intent["argv"], Json(kArgv));
  EXPECT_EQ(intent["script_sha256"], sha256("#!/bin/bash\n"));
  EXPECT_EQ(read().number, 1);
  EXPECT_EQ(read().intended, "2026-11-21T09:30:00Z");
  EXPECT_FALSE(read().verdict.has_value());
}

TEST_F(AttemptFiles, OnlyOneCanClaimTheAttempt) {
  ASSERT_TRUE(is_ok(write_intent(world, run, kArgv, "x")));
  EXPECT_FALSE(write_intent(world, run, kArgv, "x"));
}

TEST_F(AttemptFiles, TheRawAnswerIsJudgedAnewEachTime) {
  ASSERT_TRUE(is_ok(write_intent(world, run, kArgv, "x")));
  ProcessAnswer answer = ended(1, "banner\n4711;c1\n", "sbatch: error: \x1b[31mslow\n");
  answer.elapsed = Milliseconds{1500};
  ASSERT_TRUE(is_ok(write_answer(world, run, kArgv, answer)));
  const Json raw =
      *parse_json(world.text_of(run.directory + "/attempt-1/answer.json"), "answer.json");
  EXPECT_EQ(raw["stdout"], answer.out);
  EXPECT_EQ(raw["stderr"], answer.err);
  EXPECT_EQ(raw["exit_status"], 1);
  EXPECT_EQ(raw["elapsed_milliseconds"], 1500);
  EXPECT_EQ(raw["argv"], Json(kArgv));
  const Attempt attempt = read();
  ASSERT_TRUE(attempt.verdict.has_value());
  EXPECT_EQ(attempt.verdict->kind, SbatchVerdict::Kind::Accepted);
  EXPECT_EQ(attempt.job, (RunJob{"4711", "c1", {}, ""}));
  EXPECT_FALSE(write_answer(world, run, kArgv, answer));
}

TEST_F(AttemptFiles, AnAnswerCutOffStaysCutOff) {
  ASSERT_TRUE(is_ok(write_intent(world, run, kArgv, "x")));
  ProcessAnswer answer = ended_at_deadline(Milliseconds{180'000});
  answer.err = "sbatch: error: Batch job submission failed: Invalid qos specification\n";
  ASSERT_TRUE(is_ok(write_answer(world, run, kArgv, answer)));
  EXPECT_EQ(read().verdict->kind, SbatchVerdict::Kind::Unknown);
  EXPECT_EQ(read().verdict->words, "no answer within 180 s; Invalid qos specification");
}

TEST_F(AttemptFiles, WhatNeverStartedIsNoUnknown) {
  ASSERT_TRUE(is_ok(write_intent(world, run, kArgv, "x")));
  world.refuse_start("sbatch", ENOENT);
  ProcessRequest request;
  request.argv = kArgv;
  ASSERT_TRUE(is_ok(write_answer(world, run, kArgv, world.run(request))));
  EXPECT_NE(read().not_started, "");
  EXPECT_FALSE(read().verdict.has_value());
  EXPECT_EQ(load(run.id).state, RunState::Refused);
}

TEST_F(AttemptFiles, ALocalProcessIsRecognisedAgain) {
  ASSERT_TRUE(is_ok(write_intent(world, run, {"bash"}, "x")));
  const ProcessIdentity process{77, 123456789012345, "boot"};
  ASSERT_TRUE(is_ok(write_local_answer(world, run, {"bash"}, process)));
  EXPECT_EQ(read().job, (RunJob{"local", "", process, "login1"}));
}

TEST_F(AttemptFiles, AJobFoundByItsNameOutweighsTheAnswer) {
  ASSERT_TRUE(is_ok(write_intent(world, run, kArgv, "x")));
  ASSERT_TRUE(is_ok(write_found(world, run, "42", "queue")));
  EXPECT_EQ(read().job->job_id, "42");
  ASSERT_TRUE(is_ok(write_answer(world, run, kArgv, ended(0, "43\n"))));
  EXPECT_EQ(read().job->job_id, "42");
}

TEST_F(AttemptFiles, ACancellationIsRememberedOnce) {
  ASSERT_TRUE(is_ok(write_intent(world, run, kArgv, "x")));
  EXPECT_FALSE(read().cancel_asked);
  EXPECT_EQ(*write_cancel(world, run), true);
  EXPECT_EQ(*write_cancel(world, run), false);
  EXPECT_TRUE(read().cancel_asked);
  ASSERT_TRUE(is_ok(remove_cancel(world, run)));
  EXPECT_FALSE(read().cancel_asked);
}

TEST_F(AttemptFiles, TheLatestAttemptCounts) {
  world.put(run.directory + "/attempt-2/intent.json",
            "{\"schema\": \"gpujob/intent/v1\", \"time\": \"t2\"}");
  world.put(run.directory + "/attempt-10/intent.json",
            "{\"schema\": \"gpujob/intent/v1\", \"time\": \"t10\"}");
  world.put(run.directory + "/attempt-11/other.json", "{}");
  world.put(run.directory + "/attempt-x/intent.json", "{}");
  EXPECT_EQ(read().number, 10);
  EXPECT_EQ(read().intended, "t10");
}

TEST_F(AttemptFiles, DamageIsInvalid) {
  ASSERT_TRUE(is_ok(write_intent(world, run, kArgv, "x")));
  world.put(run.directory + "/attempt-1/answer.json", "{\"schema\": \"gpujob/answer/v1\", \"exit");
  const Result<Attempt> attempt = read_attempt(world, run);
  ASSERT_FALSE(attempt);
  EXPECT_EQ(attempt.failure().exit, ExitCode::Invalid);
}

}  // namespace
}  // namespace gpujob
