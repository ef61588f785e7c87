// SPDX-License-Identifier: MIT
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/world.h"
#include "support/messages.h"
#include "support/temporary_directory.h"

// Real children. The shell here is a test's way to make a child behave badly.

namespace gpujob {
namespace {

using testing::EndsWith;
using testing::StartsWith;

/// Bound of what ends at a deadline; its children would run longer, if they were left alone.
constexpr Milliseconds kFarTooLong{30'000};

ProcessRequest shell(const std::string& script) {
  ProcessRequest request;
  request.argv = {"sh", "-c", script};
  request.environment = {{"PATH", "/usr/bin:/bin"}};
  return request;
}

ProcessAnswer answer_of(const ProcessRequest& request) {
  Result<ProcessAnswer> answer = system_world().run(request);
  EXPECT_TRUE(is_ok(answer));
  return answer ? *std::move(answer) : ProcessAnswer{};
}

TEST(Process, GivesOutputsAndStatus) {
  const ProcessAnswer answer = answer_of(shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(answer.exit_status, 3);
  EXPECT_EQ(answer.out, "out\n");
  EXPECT_EQ(answer.err, "err\n");
  EXPECT_FALSE(answer.timed_out);
}

TEST(Process, CountsSignalsAsAShellDoes) {
  EXPECT_EQ(answer_of(shell("kill -SEGV $$")).exit_status, 128 + SIGSEGV);
}

TEST(Process, ArgumentsArePassedUntouched) {
  ProcessRequest request;
  request.argv = {"/bin/echo", "a b", "$(id)", "", "'\"\\", "*"};
  EXPECT_EQ(answer_of(request).out, "a b $(id)  '\"\\ *\n");
}

TEST(Process, EnvironmentIsExactlyWhatIsGiven) {
  ProcessRequest request;
  request.argv = {"env"};
  request.environment = {{"PATH", "/usr/bin:/bin"}, {"A", "1"}};
  EXPECT_EQ(answer_of(request).out, "A=1\nPATH=/usr/bin:/bin\n");
}

TEST(Process, WorksInItsDirectory) {
  ProcessRequest request = shell("pwd");
  request.directory = "/usr";
  EXPECT_EQ(answer_of(request).out, "/usr\n");
  request.directory = "/absent";
  EXPECT_FALSE(system_world().run(request));
}

TEST(Process, LargeOutputOnBothPipesDoesNotBlock) {
  const ProcessAnswer answer = answer_of(shell(
      "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"));
  EXPECT_EQ(answer.out.size(), 1'000'000u);
  EXPECT_EQ(answer.err.size(), 2'000'000u);
}

TEST(Process, InputLargerThanAPipeIsFed) {
  ProcessRequest request = shell("cat");
  for (int i = 0; i < 250'000; ++i) request.stdin_text += "line " + std::to_string(i % 10) + "\n";
  EXPECT_EQ(request.stdin_text.size(), 1'750'000u);
  const ProcessAnswer answer = answer_of(request);
  EXPECT_EQ(answer.out.size(), request.stdin_text.size());
  EXPECT_TRUE(answer.out == request.stdin_text);
}

TEST(Process, InputThatNobodyReadsIsNoHarm) {
  ProcessRequest request = shell("exit 5");
  request.stdin_text = std::string(2'000'000, 'x');
  EXPECT_EQ(answer_of(request).exit_status, 5);
}

TEST(Process, WithoutInputThereIsNothingToRead) {
  EXPECT_EQ(answer_of(shell("cat; echo end")).out, "end\n");
}

TEST(Process, OutputIsKeptUpToTheLimit) {
  ProcessRequest request = shell("head -c 100000 /dev/zero; echo late >&2");
  request.output_limit = 1000;
  const ProcessAnswer answer = answer_of(request);
  EXPECT_EQ(answer.out.size(), 1000u);
  EXPECT_EQ(answer.err, "late\n");
  EXPECT_EQ(answer.exit_status, 0) << "the child is not ended for writing much";
}

TEST(Process, DeadlineEndsTheWholeGroup) {
  ProcessRequest request = shell("echo begun; sleep 60 & wait");
  request.deadline = Milliseconds{1000};
  const ProcessAnswer answer = answer_of(request);
  EXPECT_TRUE(answer.timed_out);
  EXPECT_EQ(answer.exit_status, 128 + SIGTERM);
  EXPECT_EQ(answer.out, "begun\n") << "what came before the deadline is kept";
  EXPECT_GE(answer.elapsed, Milliseconds{1000});
  EXPECT_LT(answer.elapsed, kFarTooLong);
}

TEST(Process, AChildThatIgnoresTermIsKilled) {
  ProcessRequest request = shell("trap '' TERM; while :; do sleep 0.1; done");
  request.deadline = Milliseconds{1000};
  const ProcessAnswer answer = answer_of(request);
  EXPECT_TRUE(answer.timed_out);
  EXPECT_EQ(answer.exit_status, 128 + SIGKILL);
  EXPECT_GE(answer.elapsed, Milliseconds{2000});
  EXPECT_LT(answer.elapsed, kFarTooLong);
}

TEST(Process, DeadlineHoldsForAChildThatNeverStopsWriting) {
  ProcessRequest request = shell("exec yes");
  request.deadline = Milliseconds{200};
  const ProcessAnswer answer = answer_of(request);
  EXPECT_TRUE(answer.timed_out);
  EXPECT_LT(answer.elapsed, kFarTooLong);
}

TEST(Process, AGrandchildThatKeepsThePipeOpenIsNotWaitedFor) {
  const ProcessAnswer answer = answer_of(shell("setsid sleep 60 & echo parent; exit 0"));
  EXPECT_EQ(answer.out, "parent\n");
  EXPECT_LT(answer.elapsed, kFarTooLong);
}

TEST(Process, AChildThatClosesItsOutputIsWaitedFor) {
  const ProcessAnswer answer = answer_of(shell("exec >&- 2>&-; sleep 0.3; exit 4"));
  EXPECT_EQ(answer.exit_status, 4);
  EXPECT_GE(answer.elapsed, Milliseconds{250});
}

TEST(Process, OurDescriptorsAreNotInherited) {
  const int ours = open("/dev/null", O_RDONLY);  // without close-on-exec
  ASSERT_GE(ours, 3);
  EXPECT_EQ(answer_of(shell("ls /proc/self/fd | wc -l")).out, "4\n") << "0, 1, 2 and ls's own";
  close(ours);
}

TEST(Process, SignalsHaveTheirDefaultMeaning) {
  // SIGPIPE is ignored here; were it ignored there, `yes` would complain of a broken pipe.
  const ProcessAnswer answer = answer_of(shell("yes | head -n 1"));
  EXPECT_EQ(answer.out, "y\n");
  EXPECT_EQ(answer.err, "");
  EXPECT_EQ(answer_of(shell("grep SigBlk /proc/self/status")).out, "SigBlk:\t0000000000000000\n");
}

TEST(Process, WhatCannotStartIsAFailure) {
  const TemporaryDirectory directory;
  ProcessRequest request;
  request.argv = {"no-such-program"};
  EXPECT_TRUE(fails_with(system_world().run(request), ExitCode::Failed,
                         {"'no-such-program': cannot start (no such program on PATH)"}));
  const std::string broken = directory.put("broken", "#!/no/such/interpreter\n");
  chmod(broken.c_str(), 0755);
  request.argv = {broken};
  EXPECT_TRUE(
      fails_with(system_world().run(request), ExitCode::Failed,
                 {"'" + broken + "': cannot start (its interpreter or loader is missing)"}));
  const std::string text = directory.put("text", "not a program");
  request.argv = {text};
  EXPECT_TRUE(fails_with(system_world().run(request), ExitCode::Failed,
                         {"'" + text + "': cannot start (permission denied)"}));
  request.argv = {"text"};
  request.environment = {{"PATH", directory.path()}};
  EXPECT_TRUE(fails_with(system_world().run(request), ExitCode::Failed,
                         {"'text': cannot start (permission denied)"}));
  request.argv = {directory.path("none")};
  EXPECT_TRUE(fails_with(system_world().run(request), ExitCode::Failed,
                         {"'" + directory.path("none") + "': cannot start (no such program)"}));
  request.argv = {"sh"};
  request.environment = {};
  request.directory = directory.path("none");
  EXPECT_TRUE(fails_with(system_world().run(request), ExitCode::Failed,
                         {directory.path("none") + ": cannot enter (no such file or directory)"}));
}

TEST(Process, OneThatEndsWithUsIsLikeAnyOther) {
  ProcessRequest request = shell("cat; echo err >&2; kill -USR1 $$");
  request.stdin_text = "in";
  request.on_kill = OnKill::End;
  const ProcessAnswer answer = answer_of(request);
  EXPECT_EQ(answer.exit_status, 128 + SIGUSR1);
  EXPECT_EQ(answer.out, "in");
  EXPECT_EQ(answer.err, "err\n");
  const TemporaryDirectory directory;
  const std::string broken = directory.put("broken", "#!/no/such/interpreter\n");
  chmod(broken.c_str(), 0755);
  request.argv = {broken};
  EXPECT_TRUE(
      fails_with(system_world().run(request), ExitCode::Failed,
                 {"'" + broken + "': cannot start (its interpreter or loader is missing)"}));
}

TEST(Process, IsLookedUpOnThePathThatItGets) {
  const TemporaryDirectory directory;
  const std::string own = directory.put("tool", "#!/bin/sh\necho own\n");
  chmod(own.c_str(), 0755);
  ProcessRequest request;
  request.argv = {"tool"};
  request.environment = {{"PATH", "relative:" + directory.path() + ":/usr/bin:/bin"}};
  EXPECT_EQ(answer_of(request).out, "own\n");
}

TEST(FindProgram, GivesAnAbsolutePath) {
  const World& world = system_world();
  const std::optional<std::string> found = world.find_program("sh");
  EXPECT_THAT(found.value_or("nothing"), testing::AllOf(StartsWith("/"), EndsWith("/sh")));
  EXPECT_EQ(world.find_program("no-such-program"), std::nullopt);
  EXPECT_EQ(world.find_program("/etc"), std::nullopt) << "a directory is not a program";
}

TEST(Interactive, GivesTheStatus) {
  EXPECT_EQ(*system_world().run_interactive({"sh", "-c", "exit $STATUS"}, {{"STATUS", "6"}}), 6);
  EXPECT_TRUE(fails_with(system_world().run_interactive({"no-such-program"}, {}), ExitCode::Failed,
                         {"'no-such-program': cannot start (no such program on PATH)"}));
}

/// In a process of its own: a stop signal during `run` is remembered and spares the child.
int run_through_signal() {
  World& world = system_world();
  const ProcessRequest request =
      shell("kill -TERM " + std::to_string(getpid()) + "; sleep 0.1; echo end");
  const Result<ProcessAnswer> answer = world.run(request);
  return answer && answer->out == "end\n" && world.interrupted() == SIGTERM ? 7 : 1;
}

TEST(ProcessDeathTest, AStopSignalDoesNotCutTheChildShort) {
  EXPECT_EXIT(_exit(run_through_signal()), testing::ExitedWithCode(7), "");
}

/// In a process of its own: as above, but the child ends with this process.
int end_by_signal() {
  World& world = system_world();
  ProcessRequest request = shell("kill -TERM " + std::to_string(getpid()) + "; sleep 60; echo end");
  request.on_stop = OnStop::End;
  const Result<ProcessAnswer> answer = world.run(request);
  const bool ended = answer && answer->out.empty() && !answer->timed_out;
  return ended && answer->elapsed < Milliseconds{30'000} ? 7 : 1;
}

TEST(ProcessDeathTest, AStopSignalEndsAChildThatAskedForIt) {
  EXPECT_EXIT(_exit(end_by_signal()), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace gpujob
