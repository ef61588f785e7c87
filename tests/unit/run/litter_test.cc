// SPDX-License-Identifier: MIT
#include "run/litter.h"

#include <gmock/gmock.h>

#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// Files change where the test says so.
class AgingWorld : public FakeWorld {
 public:
  Result<std::optional<Instant>> changed(const std::string& path) const override {
    if (path == unreadable) return Failure(ExitCode::Failed, path, "cannot look at", "EIO");
    const auto found = changes.find(path);
    return found == changes.end() ? std::nullopt : std::optional(found->second);
  }
  std::map<std::string, Instant> changes;
  std::string unreadable;
};

class LitterSearch : public testing::Test {
 protected:
  static constexpr Milliseconds kHour{3'600'000};

  std::string made_run() {
    const std::string id = make_ulid(world);
    EXPECT_TRUE(is_ok(store.create(sample_resolution(id), slurm_endpoint(), "#!/bin/bash\n", "")));
    return store.path_of(id);
  }

  void put_old(const std::string& path) {
    world.put(path, "half");
    world.changes[path] = world.clock;
  }

  std::vector<std::string> found() {
    std::vector<std::string> paths;
    const LitterFound all = find_litter(world, {kRunsDirectory});
    EXPECT_THAT(all.problems, IsEmpty());
    for (const Litter& one : all.litter) paths.push_back(one.path);
    return paths;
  }

  AgingWorld world;
  RunStore store{world, kRunsDirectory};
};

TEST_F(LitterSearch, FindsWhatKilledCommandsLeaveAndNoRun) {
  const std::string run = made_run();
  const std::string half = store.path_of(make_ulid(world));
  world.put(half + "/job.sh", "#!/bin/bash\n");
  const std::string in_run = run + "/.state.json.0a1b2c3d.tmp";
  const std::string in_attempt = run + "/attempt-1/.answer.json.0a1b2c3d.tmp";
  put_old(in_run);
  put_old(in_attempt);
  EXPECT_THAT(found(), IsEmpty()) << "all of it may be at work";
  world.advance(kHour);
  EXPECT_THAT(found(), UnorderedElementsAre(half, in_run, in_attempt));
}

TEST_F(LitterSearch, FindsAnArrayWhoseRunsAreGone) {
  const std::string first = made_run(), second = made_run();
  const auto id = [](const std::string& run) { return run.substr(run.rfind('/') + 1); };
  const std::string array = array_directory(first, {make_ulid(world), 1});
  ASSERT_TRUE(is_ok(store.create_array(array, "#!/bin/bash\n", {id(first), id(second)})));
  world.advance(kHour);
  ASSERT_TRUE(is_ok(world.remove_tree(first)));
  EXPECT_THAT(found(), IsEmpty()) << "one is there";
  ASSERT_TRUE(is_ok(world.remove_tree(second)));
  EXPECT_THAT(found(), UnorderedElementsAre(array));
  for (const Litter& one : find_litter(world, {kRunsDirectory}).litter) {
    EXPECT_TRUE(is_ok(remove_litter(world, one)));
  }
  EXPECT_EQ(world.kind(array), FileKind::Absent);
}

TEST_F(LitterSearch, RemovesItAndLeavesTheRun) {
  const std::string run = made_run();
  put_old(run + "/.state.json.0a1b2c3d.tmp");
  const std::string half = store.path_of(make_ulid(world));
  world.put(half + "/job.sh", "#!/bin/bash\n");
  world.advance(kHour);
  for (const Litter& one : find_litter(world, {kRunsDirectory}).litter) {
    EXPECT_TRUE(is_ok(remove_litter(world, one)));
  }
  EXPECT_THAT(found(), IsEmpty());
  EXPECT_EQ(world.kind(half), FileKind::Absent);
  EXPECT_TRUE(is_ok(store.load(run.substr(run.rfind('/') + 1))));
}

TEST_F(LitterSearch, WhatCannotBeLookedAtIsSaid) {
  const std::string half_written = made_run() + "/.state.json.0a1b2c3d.tmp";
  put_old(half_written);
  world.advance(kHour);
  world.unreadable = half_written;
  const LitterFound all = find_litter(world, {kRunsDirectory});
  EXPECT_THAT(all.litter, IsEmpty());
  ASSERT_EQ(all.problems.size(), 1u);
  EXPECT_EQ(all.problems.front().where, half_written);
}

TEST_F(LitterSearch, ADirectoryWithAnythingOfAJobStays) {
  for (const char* file : {"plan.json", "claim", "job.4711.0.out", "attempt-1/intent.json", "x"}) {
    world.put(store.path_of(make_ulid(world)) + "/" + file, "");
  }
  world.advance(kHour);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(LitterSearch, LooksAgainBeforeItRemoves) {
  const std::string half = store.path_of(make_ulid(world));
  world.put(half + "/job.sh", "#!/bin/bash\n");
  world.advance(kHour);
  const LitterFound all = find_litter(world, {kRunsDirectory});
  ASSERT_EQ(all.litter.size(), 1u);
  world.put(half + "/plan.json", "{}");
  EXPECT_FALSE(remove_litter(world, all.litter[0]));
  EXPECT_EQ(world.kind(half + "/plan.json"), FileKind::File);
}

TEST_F(LitterSearch, ALockWhoseProcessHasEnded) {
  world.put("/home/ada/.config/gpujob/.config.yaml+login1+99+5+boot", "");
  world.put("/home/ada/.config/gpujob/.config.yaml+login2+99+5+boot", "");
  EXPECT_THAT(found(),
              UnorderedElementsAre("/home/ada/.config/gpujob/.config.yaml+login1+99+5+boot"));
}

TEST_F(LitterSearch, WhatCannotBeReadIsAProblemAndNotEmpty) {
  made_run();
  world.fail_read(kRunsDirectory, EIO);
  EXPECT_EQ(find_litter(world, {kRunsDirectory}).problems.size(), 1u);
}

}  // namespace
}  // namespace gpujob
