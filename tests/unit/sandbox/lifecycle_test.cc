// SPDX-License-Identifier: MIT
#include "sandbox/lifecycle.h"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "sandbox/ending.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/sandbox/small_cluster.h"

// The order of things, with Slurm told by the test. The real one is in tests/sandbox.

namespace gpujob {
namespace {

using testing::HasSubstr;

constexpr long kFirstPid = 1000;  // of FakeWorld

class Lifecycle : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* path : {"/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/sbin/slurmd",
                             "/usr/bin/sbatch", "/usr/share/lmod/lmod/init/bash"}) {
      world.put(path, "");
    }
    world.put("/proc/self/stat", "77 (gpujob) R 1 77 77 0 -1 0 1 0 0 0 0 0 0 0 20 0 1 0 4711 0 0");
    world.put("/proc/self/status", "Uid:\t1000\t1000\t1000\t1000\n");
    world.put(world.program, "");
  }

  SandboxOptions wish() {
    return {"", "x", "small", cluster, SandboxScale::Full, "/libexec", catalogue};
  }

  Cluster cluster = small_cluster();
  GpuCatalogue catalogue{{}};
  FakeWorld world;
};

TEST_F(Lifecycle, TheNameIsTheSitesOrOneThatWasGiven) {
  SandboxOptions asked = wish();
  EXPECT_EQ(sandbox_name(asked), "x");
  asked.default_cluster = "other";
  EXPECT_EQ(sandbox_name(asked), "x-small");
  asked.name = "mine";
  EXPECT_EQ(sandbox_name(asked), "mine");
}

TEST_F(Lifecycle, AMungedThatEndsIsToldWithItsWordsAndNothingIsLeft) {
  world.on_detach = [&](const DetachedRequest& request) {
    if (request.argv[0] == "/usr/sbin/munged") {
      world.put(request.out_path, "munged: Error: Failed to check keyfile\n");
    }
  };
  // The first detached process is the guard, the second munged.
  world.on_sleep = [&](FakeWorld&) { world.end({kFirstPid + 1, 0, ""}); };
  const auto up = start_sandbox(world, wish());
  EXPECT_TRUE(fails_with(up, ExitCode::Failed,
                         {"sandbox 'x': munged ended at once (Failed to check keyfile)"}));
  ASSERT_EQ(world.detached.size(), 2u);
  EXPECT_THAT(world.detached[0].argv, testing::ElementsAre(world.program, "sandbox", "guard", "x"));
  EXPECT_EQ(world.kind(sandbox_home(world) + "/x"), FileKind::Absent);
}

TEST_F(Lifecycle, ACtrlCWhileWaitingEndsTheDaemons) {
  world.interrupt_sleep(1, SIGINT);
  EXPECT_TRUE(fails_with(start_sandbox(world, wish()), ExitCode::Failed,
                         {"sandbox 'x': not started: stopped by signal 2"}));
  EXPECT_EQ(world.kind(sandbox_home(world) + "/x"), FileKind::Absent);
  ASSERT_FALSE(world.signals.empty());
  EXPECT_EQ(world.signals[0].number, SIGTERM);
}

TEST_F(Lifecycle, AFullDiskLeavesNothing) {
  // The lock's ticket, the record, the record with its guard, ...
  for (int write = 1; write <= 8; ++write) {
    world.fail_write(write, ENOSPC);
    const auto up = start_sandbox(world, wish());
    ASSERT_FALSE(up) << write;
    EXPECT_THAT(lines_of(up).front(), HasSubstr("no space left on device")) << write;
    EXPECT_EQ(world.kind(sandbox_home(world) + "/x"), FileKind::Absent) << write;
  }
}

TEST_F(Lifecycle, WithoutItsUsersNumberThereIsNoConfiguration) {
  world.fail_read("/proc/self/status", EIO);
  EXPECT_TRUE(fails_with(start_sandbox(world, wish()), ExitCode::Failed,
                         {"/proc/self/status: cannot read (input/output error)"}));
  EXPECT_EQ(world.kind(sandbox_home(world) + "/x"), FileKind::Absent);
}

TEST_F(Lifecycle, TheGuardEndsWhatADeadStarterLeft) {
  SandboxRecord record;
  record.name = "x";
  record.layout = {sandbox_home(world) + "/x", "/tmp/gpujob-1"};
  record.starter = {77, 1, "boot"};
  ASSERT_TRUE(is_ok(world.make_directory(record.layout.directory)));
  ASSERT_TRUE(is_ok(world.make_directory(record.layout.runtime)));
  world.programs["slurmctld"] = "/usr/sbin/slurmctld";
  const auto daemon = world.start_detached({{"slurmctld"}, {}, "", "/log", "/log"});
  ASSERT_TRUE(is_ok(daemon));
  record.daemons = {{"slurmctld", *daemon}};
  ASSERT_TRUE(is_ok(save_record(world, record)));
  guard_sandbox(world, "x");
  ASSERT_FALSE(world.signals.empty());
  EXPECT_EQ(world.signals[0].process, *daemon);
  EXPECT_EQ(world.kind(record.layout.directory), FileKind::Absent);
  EXPECT_EQ(world.kind(record.layout.runtime), FileKind::Absent);
}

TEST_F(Lifecycle, TheLastStartedEndsFirstAndEachBeforeTheNext) {
  SandboxRecord record;
  record.name = "x";
  record.layout = {sandbox_home(world) + "/x", "/tmp/gpujob-1"};
  std::vector<ProcessIdentity> order;
  for (const char* name : {"munged", "mariadbd", "slurmdbd", "slurmctld", "slurmd.a"}) {
    world.programs[name] = std::string("/usr/sbin/") + name;
    const auto daemon = world.start_detached({{name}, {}, "", "/log", "/log"});
    ASSERT_TRUE(is_ok(daemon));
    record.daemons.push_back({name, *daemon});
    order.insert(order.begin(), *daemon);
  }
  ASSERT_TRUE(is_ok(end_sandbox(world, record)));
  ASSERT_EQ(world.signals.size(), order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(world.signals[i].process, order[i]);
    EXPECT_EQ(world.signals[i].number, SIGTERM);
  }
}

TEST_F(Lifecycle, WhatAnotherProcessStartedSinceIsLeftAlone) {
  SandboxRecord old;
  old.name = "x";
  old.layout = {sandbox_home(world) + "/x", "/tmp/gpujob-1"};
  old.starter = {77, 1, "boot"};
  SandboxRecord now = old;
  now.starter = {78, 1, "boot"};
  ASSERT_TRUE(is_ok(world.make_directory(now.layout.directory)));
  ASSERT_TRUE(is_ok(save_record(world, now)));
  EXPECT_TRUE(is_ok(end_sandbox(world, old)));
  EXPECT_EQ(world.kind(now.layout.record()), FileKind::File);
  EXPECT_TRUE(is_ok(end_sandbox(world, now)));
  EXPECT_EQ(world.kind(now.layout.directory), FileKind::Absent);
}

TEST_F(Lifecycle, OfTwoThatStartOneTheLaterIsToldOfTheEarlier) {
  SandboxRecord first;
  first.name = "x";
  first.layout = {sandbox_home(world) + "/x", "/tmp/gpujob-1"};
  world.programs["gpujob"] = "/usr/bin/gpujob";
  const auto starter = world.start_detached({{"gpujob"}, {}, "", "/log", "/log"});
  ASSERT_TRUE(is_ok(starter));
  first.starter = *starter;
  ASSERT_TRUE(is_ok(world.make_directory(first.layout.directory)));
  ASSERT_TRUE(is_ok(create_record(world, first)));
  EXPECT_TRUE(
      fails_with(start_sandbox(world, wish()), ExitCode::Usage,
                 {"sandbox 'x': a sandbox of that name exists (process 1000 is starting it); "
                  "choose another --name, or end it with 'gpujob sandbox down "
                  "--name x'"}));
  EXPECT_EQ(world.kind(first.layout.record()), FileKind::File);
}

// A port was taken, and what the attempt had made could not be removed.
TEST_F(Lifecycle, AnAttemptOfThisProcessIsEndedByTheNext) {
  SandboxRecord first;
  first.name = "x";
  first.layout = {sandbox_home(world) + "/x", "/tmp/gpujob-1"};
  world.programs["gpujob"] = "/usr/bin/gpujob";
  const auto self = world.start_detached({{"gpujob"}, {}, "", "/log", "/log"});
  ASSERT_TRUE(is_ok(self));
  first.starter = *self;
  world.put("/proc/sys/kernel/random/boot_id", self->boot_id + "\n");
  world.put("/proc/self/stat",
            format("{} (gpujob) R 1 77 77 0 -1 0 1 0 0 0 0 0 0 0 20 0 1 0 {} 0 0", self->pid,
                   self->start_ticks));
  ASSERT_TRUE(is_ok(world.make_directory(first.layout.directory)));
  ASSERT_TRUE(is_ok(create_record(world, first)));
  world.interrupt_sleep(1, SIGINT);
  EXPECT_TRUE(fails_with(start_sandbox(world, wish()), ExitCode::Failed,
                         {"sandbox 'x': not started: stopped by signal 2"}));
  EXPECT_EQ(world.kind(first.layout.directory), FileKind::Absent);
}

TEST_F(Lifecycle, OneOfAnotherHostIsNeitherEndedNorReplaced) {
  SandboxRecord record;
  record.name = "x";
  record.host = "login2";
  record.layout = {sandbox_home(world) + "/x", "/tmp/gpujob-1"};
  record.starter = {77, 1, "boot of login2"};
  for (const auto state : {SandboxRecord::State::Starting, SandboxRecord::State::Ready}) {
    record.state = state;
    ASSERT_TRUE(is_ok(world.make_directory(record.layout.directory)));
    ASSERT_TRUE(is_ok(save_record(world, record)));
    const std::string why = "sandbox 'x': it is on host 'login2'";
    const auto up = start_sandbox(world, wish());
    ASSERT_FALSE(up);
    EXPECT_EQ(up.failure().exit, ExitCode::Usage);
    EXPECT_THAT(lines_of(up).front(), HasSubstr(why));
    const Status ended = end_sandbox(world, record);
    ASSERT_FALSE(ended);
    EXPECT_THAT(lines_of(ended).front(), HasSubstr(why));
    EXPECT_EQ(world.kind(record.layout.record()), FileKind::File);
  }
}

TEST_F(Lifecycle, TheGuardLeavesWhatIsReady) {
  SandboxRecord record;
  record.name = "x";
  record.state = SandboxRecord::State::Ready;
  record.layout = {sandbox_home(world) + "/x", "/tmp/gpujob-1"};
  ASSERT_TRUE(is_ok(world.make_directory(record.layout.directory)));
  ASSERT_TRUE(is_ok(save_record(world, record)));
  guard_sandbox(world, "x");
  EXPECT_EQ(world.kind(record.layout.record()), FileKind::File);
}

}  // namespace
}  // namespace gpujob
