// SPDX-License-Identifier: MIT
#include "support/fake_world.h"

#include <cerrno>
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/messages.h"
#include "support/temporary_directory.h"

// Other tests trust the fake: it must answer as the real world does.

namespace gpujob {
namespace {

using testing::ElementsAre;

ProcessRequest request(std::vector<std::string> argv) {
  ProcessRequest asked;
  asked.argv = std::move(argv);
  return asked;
}

/// What a caller sees of one and the same course of events.
std::vector<std::string> course(World& world, const std::string& root) {
  std::vector<std::string> seen;
  const auto note = [&](const auto& result) {
    const std::vector<std::string> lines = lines_of(result);
    seen.push_back(lines.empty() ? "ok" : lines[0].substr(lines[0].find(": ")));
  };
  const std::string file = root + "/a/f";
  note(world.write_file(file, "x", FileMode::Private));
  note(world.make_directory(root + "/a"));
  note(world.write_file(file, "x", FileMode::Private));
  note(world.create_file(file, "y", FileMode::Private));
  note(world.create_file(root + "/a/g", "y", FileMode::Private));
  note(world.write_file(root + "/a", "x", FileMode::Private));
  note(world.read_file(root + "/a"));
  note(world.read_file(root + "/b"));
  note(world.read_range(file, 5, 1));
  note(world.make_directory(file));
  note(world.remove_file(root + "/a"));
  note(world.remove_file(file));
  note(world.remove_file(file));
  note(world.run(request({"no-such-program"})));
  for (const std::string& name : *world.list(root + "/a")) seen.push_back(name);
  seen.push_back(std::to_string(static_cast<int>(world.kind(root + "/a"))));
  seen.push_back(std::to_string(static_cast<int>(world.kind(root + "/b"))));
  return seen;
}

TEST(FakeWorld, AnswersAsTheRealWorldDoes) {
  const TemporaryDirectory directory;
  FakeWorld fake;
  fake.refuse_start("no-such-program", ENOENT);
  EXPECT_EQ(course(fake, "/home/ada"), course(system_world(), directory.path()));
}

TEST(FakeWorld, FailsTheWriteThatItIsToldTo) {
  FakeWorld world;
  world.fail_write(2, ENOSPC);
  EXPECT_TRUE(is_ok(world.write_file("/home/a", "1", FileMode::Private)));
  EXPECT_TRUE(fails_with(world.create_file("/home/b", "2", FileMode::Private), ExitCode::Failed,
                         {"/home/b: cannot create (no space left on device); free some space "
                          "there and try again"}));
  EXPECT_EQ(world.kind("/home/b"), FileKind::Absent);
  EXPECT_TRUE(is_ok(world.write_file("/home/b", "2", FileMode::Private)));
  ASSERT_EQ(world.writes.size(), 2u);
  EXPECT_EQ(world.writes[1].path, "/home/b");
}

TEST(FakeWorld, ScriptedAnswersComeInOrderBeforeLastingOnes) {
  FakeWorld world;
  world.always({"squeue"}, ended(0, "lasting\n"));
  world.once({"squeue", "--me"}, ended(1, "", "first\n"));
  world.once({"squeue"}, ended(0, "second\n"));
  EXPECT_EQ(world.run(request({"/usr/bin/squeue", "--me"}))->err, "first\n");
  EXPECT_EQ(world.run(request({"squeue", "--me"}))->out, "second\n");
  EXPECT_EQ(world.run(request({"squeue"}))->out, "lasting\n");
  EXPECT_EQ(world.unused_answers(), 0u);
  EXPECT_EQ(world.find_program("squeue"), "/usr/bin/squeue");
  EXPECT_EQ(world.find_program("sbatch"), std::nullopt);
  EXPECT_TRUE(fails_with(world.run(request({"sbatch", "x"})), ExitCode::Failed,
                         {"'sbatch': cannot start (the test scripted no answer for: sbatch x)"}));
  EXPECT_EQ(world.requests.size(), 4u);
}

TEST(FakeWorld, TheClockMovesOnlyWhenTold) {
  FakeWorld world;
  EXPECT_EQ(format_instant(world.now()), "2026-11-21T09:30:00Z");
  EXPECT_TRUE(world.sleep(Milliseconds{30'000}));
  ProcessAnswer slow = ended(0);
  slow.elapsed = Milliseconds{5'000};
  world.always({"sacct"}, slow);
  ASSERT_TRUE(is_ok(world.run(request({"sacct"}))));
  EXPECT_EQ(format_instant(world.now()), "2026-11-21T09:30:35Z");
  EXPECT_THAT(world.sleeps, ElementsAre(Milliseconds{30'000}));
}

TEST(FakeWorld, ASleepIsInterruptedAndStaysSo) {
  FakeWorld world;
  world.interrupt_sleep(2, SIGINT);
  EXPECT_TRUE(world.sleep(Milliseconds{1}));
  EXPECT_FALSE(world.sleep(Milliseconds{1}));
  EXPECT_FALSE(world.sleep(Milliseconds{1}));
  EXPECT_EQ(world.interrupted(), SIGINT);
}

TEST(FakeWorld, DetachedProcessesLiveUntilTheyAreEnded) {
  FakeWorld world;
  DetachedRequest daemon;
  daemon.argv = {"slurmd"};
  const ProcessIdentity first = *world.start_detached(daemon);
  const ProcessIdentity second = *world.start_detached(daemon);
  EXPECT_TRUE(world.alive(first));
  world.end(first);
  EXPECT_FALSE(world.alive(first));
  EXPECT_FALSE(world.signal_group(first, SIGTERM));
  EXPECT_TRUE(is_ok(world.signal_group(second, SIGTERM)));
  EXPECT_FALSE(world.alive(second));
  ASSERT_EQ(world.signals.size(), 1u);
  EXPECT_EQ(world.signals[0].process, second);
}

}  // namespace
}  // namespace gpujob
