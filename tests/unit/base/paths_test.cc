// SPDX-License-Identifier: MIT
#include "base/paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

TEST(Paths, Join) {
  EXPECT_EQ(join_path("/a", "b"), "/a/b");
  EXPECT_EQ(join_path("/a/", "b"), "/a/b");
  EXPECT_EQ(join_path("/a", "/b"), "/b");
  EXPECT_EQ(join_path("", "b"), "b");
  EXPECT_EQ(join_path("/a", ""), "/a");
}

TEST(Paths, HomesFollowTheBaseDirectorySpecification) {
  FakeWorld world;
  EXPECT_EQ(config_home(world), "/home/ada/.config/gpujob");
  EXPECT_EQ(data_home(world), "/home/ada/.local/share/gpujob");
  EXPECT_EQ(state_home(world), "/home/ada/.local/state/gpujob");
  EXPECT_EQ(cache_home(world), "/home/ada/.cache/gpujob");
  world.variables["XDG_CONFIG_HOME"] = "/cfg";
  world.variables["XDG_DATA_HOME"] = "relative/is/ignored";
  world.variables["XDG_CACHE_HOME"] = "";
  EXPECT_EQ(config_home(world), "/cfg/gpujob");
  EXPECT_EQ(data_home(world), "/home/ada/.local/share/gpujob");
  EXPECT_EQ(cache_home(world), "/home/ada/.cache/gpujob");
  world.variables["GPUJOB_HOME"] = "/proj/x";
  EXPECT_EQ(config_home(world), "/proj/x/config");
  EXPECT_EQ(data_home(world), "/proj/x/data");
  EXPECT_EQ(state_home(world), "/proj/x/state");
  EXPECT_EQ(cache_home(world), "/proj/x/cache");
}

TEST(Paths, WithoutAHomeNothingCanBeMade) {
  FakeWorld world;
  world.variables.erase("HOME");
  EXPECT_EQ(data_home(world), "/proc/HOME-is-not-set/.local/share/gpujob");
  EXPECT_TRUE(fails_with(system_world().make_directory(data_home(world)), ExitCode::Failed,
                         {"HOME: it is not set (nowhere to keep files); set it, or "
                          "set GPUJOB_HOME to a directory of yours"}));
}

TEST(Paths, InstalledDataIsFoundFromTheProgram) {
  FakeWorld world;
  EXPECT_TRUE(fails_with(data_directory(world), ExitCode::Failed,
                         {"installed data: no directory '/opt/gpujob/share/gpujob' (seen from the "
                          "program /opt/gpujob/bin/gpujob); set GPUJOB_DATA_DIR to the installed "
                          "share/gpujob"}));
  world.directories.insert("/opt/gpujob/share/gpujob");
  EXPECT_EQ(*data_directory(world), "/opt/gpujob/share/gpujob");
  world.variables["GPUJOB_DATA_DIR"] = "/elsewhere";
  EXPECT_TRUE(fails_with(data_directory(world), ExitCode::Failed,
                         {"GPUJOB_DATA_DIR: no directory '/elsewhere'; unset it or name the "
                          "installed share/gpujob"}));
  world.directories.insert("/elsewhere");
  EXPECT_EQ(*data_directory(world), "/elsewhere");
}

TEST(Paths, SearchPathGoesFromTheNearestToTheInstalled) {
  FakeWorld world;
  world.directories.insert("/opt/gpujob/share/gpujob");
  world.variables["GPUJOB_PROFILE_PATH"] = "/site/one::/site/two";
  EXPECT_THAT(search_path(world, "profiles", {"/flag"}),
              ElementsAre("/flag", "/site/one", "/site/two", "/home/ada/.config/gpujob/profiles",
                          "/etc/gpujob/profiles", "/opt/gpujob/share/gpujob/profiles"));
  world.variables.erase("GPUJOB_PROFILE_PATH");
  EXPECT_THAT(search_path(world, "templates", {}),
              ElementsAre("/home/ada/.config/gpujob/templates", "/etc/gpujob/templates",
                          "/opt/gpujob/share/gpujob/templates"));
}

TEST(Paths, ProgramsAreBesideTheData) {
  FakeWorld world;
  EXPECT_EQ(libexec_directory(world), "/opt/gpujob/libexec/gpujob");
  world.variables["GPUJOB_LIBEXEC"] = "/stand-ins";
  EXPECT_EQ(libexec_directory(world), "/stand-ins");
}

}  // namespace
}  // namespace gpujob
