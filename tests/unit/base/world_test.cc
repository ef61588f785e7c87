// SPDX-License-Identifier: MIT
#include "base/world.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

#include "support/messages.h"

// The real world, apart from files and processes, which have their own tests.

namespace gpujob {
namespace {

TEST(Instant, IsWrittenInUtc) {
  EXPECT_EQ(format_instant(Instant{Milliseconds{0}}), "1970-01-01T00:00:00Z");
  EXPECT_EQ(format_instant(Instant{Milliseconds{1'795'253'400'999}}), "2026-11-21T09:30:00Z");
  EXPECT_EQ(format_day(Instant{Milliseconds{1'795'253'400'999}}), "2026-11-21");
  EXPECT_EQ(format_day(Instant{Milliseconds{951'782'400'000}}), "2000-02-29");
}

TEST(SystemWorld, KnowsWhereItIs) {
  const World& world = system_world();
  EXPECT_EQ(world.kind(world.program_path()), FileKind::File);
  EXPECT_EQ(world.kind(world.working_directory()), FileKind::Directory);
  EXPECT_FALSE(world.host_name().empty());
  EXPECT_FALSE(world.user_name().empty());
}

TEST(SystemWorld, ReadsTheEnvironmentAsItIsNow) {
  const World& world = system_world();
  setenv("GPUJOB_TEST_VALUE", "a=b", 1);
  EXPECT_EQ(world.variable("GPUJOB_TEST_VALUE"), "a=b");
  EXPECT_EQ(world.environment()["GPUJOB_TEST_VALUE"], "a=b");
  unsetenv("GPUJOB_TEST_VALUE");
  EXPECT_EQ(world.variable("GPUJOB_TEST_VALUE"), std::nullopt);
  EXPECT_EQ(world.environment().count("GPUJOB_TEST_VALUE"), 0u);
}

TEST(SystemWorld, UserNameNeedsNoNameService) {
  const World& world = system_world();
  const std::optional<std::string> user = world.variable("USER");
  const std::optional<std::string> login = world.variable("LOGNAME");
  unsetenv("LOGNAME");
  setenv("USER", "ada", 1);
  EXPECT_EQ(world.user_name(), "ada");
  unsetenv("USER");
  EXPECT_EQ(world.user_name(), std::to_string(geteuid()));
  if (user) setenv("USER", user->c_str(), 1);
  if (login) setenv("LOGNAME", login->c_str(), 1);
}

TEST(SystemWorld, RandomBytesDiffer) {
  World& world = system_world();
  const std::string first = world.random_bytes(32);
  EXPECT_EQ(first.size(), 32u);
  EXPECT_NE(first, world.random_bytes(32));
}

TEST(SystemWorld, SleepsAsLongAsItIsAsked) {
  World& world = system_world();
  const Instant before = world.now();
  EXPECT_TRUE(world.sleep(Milliseconds{30}));
  EXPECT_GE(world.now() - before, Milliseconds{29});
  EXPECT_EQ(world.interrupted(), 0);
}

/// In a process of its own, since the signal stays remembered: exit 7 if all is as it should be.
int sleep_through_alarm() {
  World& world = system_world();
  // Catches before the signal comes; the child sends it to us, its parent.
  world.sleep(Milliseconds{1});
  const pid_t child = fork();
  if (child == 0) {
    usleep(50'000);
    kill(getppid(), SIGTERM);
    _exit(0);
  }
  const Instant before = world.now();
  const bool whole = world.sleep(Milliseconds{20'000});
  const bool quick = world.now() - before < Milliseconds{10'000};
  const bool again = world.sleep(Milliseconds{20'000});  // it stays interrupted
  return !whole && quick && !again && world.interrupted() == SIGTERM ? 7 : 1;
}

TEST(SystemWorldDeathTest, ASignalEndsASleep) {
  EXPECT_EXIT(_exit(sleep_through_alarm()), testing::ExitedWithCode(7), "");
}

/// Exit 0 if the second signal, some time after the first, did not end the process.
void ask_twice(Milliseconds between) {
  system_world().sleep(Milliseconds{1});
  raise(SIGINT);
  std::this_thread::sleep_for(between);
  raise(SIGINT);
  _exit(0);
}

TEST(SystemWorldDeathTest, ASecondSignalEndsTheProcess) {
  EXPECT_EXIT(ask_twice(Milliseconds{150}), testing::KilledBySignal(SIGINT), "");
}

TEST(SystemWorldDeathTest, ASignalSentToProcessAndGroupIsOneWish) {
  EXPECT_EXIT(ask_twice(Milliseconds{0}), testing::ExitedWithCode(0), "");
}

TEST(SystemWorldDeathTest, SignalsAreNotCaughtBeforeAnybodyWaits) {
  EXPECT_EXIT(
      {
        system_world().host_name();
        raise(SIGTERM);
      },
      testing::KilledBySignal(SIGTERM), "");
}

/// Standard output is `path` now; the exit status is the errno of lost bytes.
void write_to(const char* path) {
  if (std::freopen(path, "w", stdout) == nullptr) _exit(99);
  World& world = system_world();
  world.out("text\n");
  _exit(world.output_error());
}

TEST(SystemWorldDeathTest, OutputToAFullDiskIsKnownToBeLost) {
  EXPECT_EXIT(write_to("/dev/full"), testing::ExitedWithCode(ENOSPC), "");
  EXPECT_EXIT(write_to("/dev/null"), testing::ExitedWithCode(0), "");
}

void write_to_closed_pipe() {
  int ends[2];
  if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0) _exit(99);
  close(ends[0]);
  close(ends[1]);
  World& world = system_world();
  world.out("text\n");
  _exit(world.output_error());
}

TEST(SystemWorldDeathTest, AReaderThatLeftIsNoLoss) {
  EXPECT_EXIT(write_to_closed_pipe(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace gpujob
