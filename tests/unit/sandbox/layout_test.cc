// SPDX-License-Identifier: MIT
#include "sandbox/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::MatchesRegex;

TEST(SandboxLayout, SocketsLieInTheUsersRuntimeDirectoryIfItIsShort) {
  FakeWorld world;
  world.variables["XDG_RUNTIME_DIR"] = "/run/user/1000";
  world.directories.insert("/run/user/1000");
  const auto layout = new_layout(world, "x");
  ASSERT_TRUE(is_ok(layout));
  EXPECT_EQ(layout->directory, "/home/ada/.local/state/gpujob/sandbox/x");
  EXPECT_EQ(layout->runtime, "/run/user/1000/gpujob/x");
}

TEST(SandboxLayout, SocketsLieInAPrivateDirectoryOtherwise) {
  for (const char* given :
       {"", "/absent", "relative", "/a/very/long/runtime/directory/of/a/user"}) {
    FakeWorld world;
    world.variables["XDG_RUNTIME_DIR"] = given;
    world.directories.insert("/a/very/long/runtime/directory/of/a/user");
    const auto layout = new_layout(world, "x");
    ASSERT_TRUE(is_ok(layout));
    EXPECT_THAT(layout->runtime, MatchesRegex("/tmp/gpujob-[0-9a-f]{12}")) << given;
  }
}

TEST(SandboxLayout, TheLongestSocketNameFits) {
  FakeWorld world;
  const auto layout = new_layout(world, std::string(32, 'x'));
  ASSERT_TRUE(is_ok(layout));
  const std::string node = "a-node-shape-100";
  EXPECT_LT((layout->spool() + "/" + node + "/" + node + "_67108863.4294967291").size(), 108u);
}

TEST(SandboxLayout, APathThatSlurmConfCannotHoldIsRefused) {
  FakeWorld world;
  world.variables["HOME"] = "/home/ada l";
  EXPECT_TRUE(fails_with(
      new_layout(world, "x"), ExitCode::Failed,
      {"/home/ada l/.local/state/gpujob/sandbox/x: not usable for a sandbox (slurm.conf cannot "
       "hold "
       "such a path); let GPUJOB_HOME name a directory without blanks and special characters"}));
}

TEST(SandboxLayout, OnlyWhatItGivesIsARuntimeDirectory) {
  FakeWorld world;
  const auto layout = new_layout(world, "x");
  ASSERT_TRUE(is_ok(layout));
  EXPECT_TRUE(is_runtime(layout->runtime));
  EXPECT_TRUE(is_runtime("/run/user/1000/gpujob/x"));
  for (const char* other : {"", "/", "/tmp", "/tmp/gpujob-", "/tmp/gpujob", "/home/ada", "gpujob/x",
                            "/run/../gpujob/x", "/run/gpujob/..", "/tmp/gpujob-/.."}) {
    EXPECT_FALSE(is_runtime(other)) << other;
  }
}

TEST(SandboxLayout, NamesAreHarmless) {
  for (const char* good : {"a", "hpc-1", "a.b_c", "0"}) {
    EXPECT_TRUE(is_ok(check_sandbox_name(good))) << good;
  }
  for (const std::string bad : {"", ".", "..", "-x", "a/b", "a b", "\n"}) {
    EXPECT_FALSE(check_sandbox_name(bad)) << bad;
  }
  EXPECT_FALSE(check_sandbox_name(std::string(33, 'x')));
}

}  // namespace
}  // namespace gpujob
