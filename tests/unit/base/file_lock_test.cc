// SPDX-License-Identifier: MIT
#include "base/file_lock.h"

#include <cerrno>
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Turns : public testing::Test {
 protected:
  void SetUp() override {
    world.put("/proc/self/stat", "77 (gpujob) R 1 77 77 0 -1 0 1 0 0 0 0 0 0 0 20 0 1 0 4711 0 0");
    world.put("/proc/sys/kernel/random/boot_id", "boot-1\n");
  }

  /// The ticket of another process, which lives.
  ProcessIdentity other(const std::string& name) {
    world.programs["gpujob"] = "/usr/bin/gpujob";
    const auto started = world.start_detached({{"gpujob"}, {}, "", "/log", "/log"});
    EXPECT_TRUE(is_ok(started));
    put(name, *started);
    return *started;
  }

  void put(const std::string& name, const ProcessIdentity& process) {
    put(name, world.host, process);
  }

  void put(const std::string& name, const std::string& host, const ProcessIdentity& process) {
    world.put(format("/tickets/.{}+{}+{}+{}+{}", name, host, process.pid, process.start_ticks,
                     process.boot_id),
              "");
  }

  Result<FileLock> take(const std::string& name,
                        FileLock::OnWriteError otherwise = FileLock::OnWriteError::Fail) {
    return FileLock::acquire(world, {"/tickets", name, "file " + name, "is changing it"},
                             otherwise);
  }

  std::vector<std::string> tickets() { return *world.list("/tickets"); }

  FakeWorld world;
};

TEST_F(Turns, LastAsLongAsTheObject) {
  {
    const auto lock = take("x");
    ASSERT_TRUE(is_ok(lock));
    EXPECT_THAT(tickets(), ElementsAre(".x+login1+77+4711+boot-1"));
  }
  EXPECT_THAT(tickets(), IsEmpty());
}

TEST_F(Turns, AreWaitedFor) {
  const ProcessIdentity process = other("x");
  int ticks = 0;
  world.on_sleep = [&](FakeWorld&) {
    EXPECT_EQ(tickets().size(), 1u) << "a process that waits keeps no ticket behind the holder's";
    if (++ticks == 3) world.end(process);
  };
  const auto lock = take("x");
  ASSERT_TRUE(is_ok(lock));
  EXPECT_EQ(ticks, 3);
  EXPECT_THAT(tickets(), ElementsAre(".x+login1+77+4711+boot-1"));
}

TEST_F(Turns, OfSomethingElseAreNoObstacle) {
  other("x.y");
  other("y");
  EXPECT_TRUE(is_ok(take("x")));
  EXPECT_EQ(tickets().size(), 2u);
}

TEST_F(Turns, OfWhoHasEndedOrOfAnotherBootCountForNothing) {
  put("x", {12, 120, "boot-1"});
  put("x", {77, 4711, "boot-0"});
  EXPECT_TRUE(is_ok(take("x")));
  EXPECT_THAT(tickets(), IsEmpty());
}

TEST_F(Turns, OfAnotherHostCountSinceNobodyKnows) {
  put("x", "login2", {12, 120, "boot-2"});
  EXPECT_TRUE(fails_with(take("x"), ExitCode::Failed,
                         {"file x: it is busy (process 12 on host 'login2' is changing it); try "
                          "again when that has ended; if it has, remove "
                          "/tickets/.x+login2+12+120+boot-2"}));
  EXPECT_EQ(tickets().size(), 1u);
}

TEST_F(Turns, AreNotWaitedForForEver) {
  other("x");
  EXPECT_TRUE(fails_with(take("x", FileLock::OnWriteError::Proceed), ExitCode::Failed,
                         {"file x: it is busy (process 1000 is changing it); try again when that "
                          "has ended"}));
  world.interrupt_sleep(1, SIGINT);
  const std::size_t before = world.sleeps.size();
  EXPECT_FALSE(take("x", FileLock::OnWriteError::Proceed));
  EXPECT_EQ(world.sleeps.size(), before + 1);
  EXPECT_EQ(tickets().size(), 1u);
}

TEST_F(Turns, OnAFullDiskAreForThoseThatEndSomething) {
  world.fail_write(1, ENOSPC);
  world.fail_write(2, ENOSPC);
  EXPECT_TRUE(fails_with(take("x"), ExitCode::Failed,
                         {"file x: cannot write in /tickets (no space left on device); free "
                          "some space there and try again"}));
  EXPECT_TRUE(is_ok(take("x", FileLock::OnWriteError::Proceed)));
  EXPECT_THAT(tickets(), IsEmpty());
}

}  // namespace
}  // namespace gpujob
