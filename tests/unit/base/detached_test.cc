// SPDX-License-Identifier: MIT
#include <csignal>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "base/world.h"
#include "support/messages.h"
#include "support/temporary_directory.h"

namespace gpujob {
namespace {

DetachedRequest shell(const TemporaryDirectory& directory, const std::string& script) {
  DetachedRequest request;
  request.argv = {"sh", "-c", script};
  request.environment = {{"PATH", "/usr/bin:/bin"}};
  request.out_path = directory.path("out");
  request.err_path = directory.path("err");
  return request;
}

/// Waits until `condition` holds, ten seconds at most.
template <class Condition>
bool becomes_true(Condition condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) return true;
    system_world().sleep(Milliseconds{10});
  }
  return false;
}

TEST(Detached, WritesToItsFilesAndIsSeenToEnd) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const Result<ProcessIdentity> process =
      world.start_detached(shell(directory, "echo out; echo err >&2; cat"));
  ASSERT_TRUE(is_ok(process));
  EXPECT_GT(process->pid, 1);
  EXPECT_GT(process->start_ticks, 0);
  EXPECT_EQ(process->boot_id.size(), 36u);
  EXPECT_TRUE(becomes_true([&] { return !world.alive(*process); })) << "cat has nothing to read";
  EXPECT_EQ(*world.read_file(directory.path("out")), "out\n");
  EXPECT_EQ(*world.read_file(directory.path("err")), "err\n");
  struct stat status {};
  ASSERT_EQ(stat(directory.path("out").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST(Detached, IsItsOwnSessionAndIsEndedAsAGroup) {
  const TemporaryDirectory directory;
  World& world = system_world();
  // The second process of the group writes its number and would outlive a signal to the first.
  const Result<ProcessIdentity> process =
      world.start_detached(shell(directory, "sleep 300 & echo $!; ps -o sid= -p $$ >&2; wait"));
  ASSERT_TRUE(is_ok(process));
  ASSERT_TRUE(becomes_true([&] { return !world.read_file(directory.path("err"))->empty(); }));
  EXPECT_EQ(trim(*world.read_file(directory.path("err"))), std::to_string(process->pid));
  EXPECT_TRUE(world.alive(*process));
  const std::optional<long long> second =
      parse_integer(trim(*world.read_file(directory.path("out"))));
  ASSERT_TRUE(second);
  ASSERT_TRUE(is_ok(world.signal_group(*process, SIGTERM)));
  EXPECT_TRUE(becomes_true([&] { return !world.alive(*process); }));
  EXPECT_TRUE(becomes_true([&] { return kill(static_cast<pid_t>(*second), 0) != 0; }));
  EXPECT_TRUE(
      fails_with(world.signal_group(*process, SIGTERM), ExitCode::Failed,
                 {"process " + std::to_string(process->pid) + ": cannot signal (it has ended)"}));
}

TEST(Detached, OneProcessOfAGroupCanBeSignalledAlone) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const Result<ProcessIdentity> process =
      world.start_detached(shell(directory, "sleep 300 & echo $!; wait"));
  ASSERT_TRUE(is_ok(process));
  ASSERT_TRUE(becomes_true([&] { return !world.read_file(directory.path("out"))->empty(); }));
  const auto second = parse_integer(trim(*world.read_file(directory.path("out"))));
  ASSERT_TRUE(second);
  ASSERT_TRUE(is_ok(world.signal_process(*process, SIGTERM)));
  EXPECT_TRUE(becomes_true([&] { return !world.alive(*process); }));
  EXPECT_EQ(kill(static_cast<pid_t>(*second), SIGKILL), 0) << "the other goes on";
  EXPECT_FALSE(world.signal_process(*process, SIGTERM));
}

TEST(Detached, APidAloneIsNoIdentity) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const Result<ProcessIdentity> process = world.start_detached(shell(directory, "sleep 300"));
  ASSERT_TRUE(is_ok(process));
  ProcessIdentity reused = *process;
  reused.start_ticks += 1;
  EXPECT_FALSE(world.alive(reused));
  EXPECT_FALSE(world.signal_group(reused, SIGKILL));
  ProcessIdentity rebooted = *process;
  rebooted.boot_id = "00000000-0000-4000-8000-000000000000";
  EXPECT_FALSE(world.alive(rebooted));
  EXPECT_FALSE(world.alive(ProcessIdentity{}));
  EXPECT_TRUE(world.alive(*process));
  EXPECT_TRUE(is_ok(world.signal_group(*process, SIGKILL)));
}

TEST(Detached, ANameWithParenthesesIsReadRight) {
  const TemporaryDirectory directory;
  World& world = system_world();
  DetachedRequest request = shell(directory, "");
  const std::string odd = directory.path("a) R 1 (b");
  ASSERT_TRUE(is_ok(world.write_file(odd, *world.read_file("/bin/sleep"), FileMode::Executable)));
  request.argv = {odd, "300"};
  const Result<ProcessIdentity> process = world.start_detached(request);
  ASSERT_TRUE(is_ok(process));
  EXPECT_TRUE(world.alive(*process));
  EXPECT_TRUE(is_ok(world.signal_group(*process, SIGKILL)));
  EXPECT_TRUE(becomes_true([&] { return !world.alive(*process); }));
}

TEST(Detached, OneFileForBothOutputs) {
  const TemporaryDirectory directory;
  World& world = system_world();
  DetachedRequest request = shell(directory, "echo a; echo b >&2; echo c");
  request.err_path = request.out_path;
  const Result<ProcessIdentity> process = world.start_detached(request);
  ASSERT_TRUE(is_ok(process));
  ASSERT_TRUE(becomes_true([&] { return !world.alive(*process); }));
  EXPECT_EQ(*world.read_file(request.out_path), "a\nb\nc\n");
}

TEST(Detached, SaysWhatStoodInTheWay) {
  const TemporaryDirectory directory;
  World& world = system_world();
  DetachedRequest request = shell(directory, "true");
  request.out_path = directory.path("absent/out");
  EXPECT_TRUE(fails_with(world.start_detached(request), ExitCode::Failed,
                         {request.out_path + ": cannot write (no such file or directory)"}));
  request = shell(directory, "true");
  request.argv = {"no-such-program"};
  EXPECT_TRUE(fails_with(world.start_detached(request), ExitCode::Failed,
                         {"'no-such-program': cannot start (no such program on PATH)"}));
}

}  // namespace
}  // namespace gpujob
