// SPDX-License-Identifier: MIT
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/world.h"
#include "support/messages.h"
#include "support/temporary_directory.h"

// The real file system through the real world.

namespace gpujob {
namespace {

using testing::ElementsAre;

unsigned mode_of(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777u : 0;
}

TEST(Files, AreWrittenWithTheirExactMode) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const mode_t before = umask(0077);
  ASSERT_TRUE(is_ok(world.write_file(directory.path("private"), "a", FileMode::Private)));
  ASSERT_TRUE(is_ok(world.write_file(directory.path("shared"), "b", FileMode::Shared)));
  ASSERT_TRUE(is_ok(world.write_file(directory.path("program"), "c", FileMode::Executable)));
  umask(before);
  EXPECT_EQ(mode_of(directory.path("private")), 0600u);
  EXPECT_EQ(mode_of(directory.path("shared")), 0644u);
  EXPECT_EQ(mode_of(directory.path("program")), 0755u);
  EXPECT_THAT(*world.list(directory.path()), ElementsAre("private", "program", "shared"))
      << "and nothing temporary is left";
}

TEST(Files, KeepTheModeOfTheFileTheyReplace) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string path = directory.path("f");
  ASSERT_TRUE(is_ok(world.write_file(path, "a", FileMode::Kept)));
  EXPECT_EQ(mode_of(path), 0644u);
  ASSERT_EQ(chmod(path.c_str(), 0751), 0);
  ASSERT_TRUE(is_ok(world.write_file(path, "b", FileMode::Kept)));
  EXPECT_EQ(mode_of(path), 0751u);
}

TEST(Files, WriteReplacesAndCreateDoesNot) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string path = directory.path("f");
  ASSERT_TRUE(is_ok(world.create_file(path, "one", FileMode::Private)));
  EXPECT_TRUE(fails_with(world.create_file(path, "two", FileMode::Private), ExitCode::Failed,
                         {path + ": cannot create (file exists)"}));
  EXPECT_EQ(*world.read_file(path), "one");
  ASSERT_TRUE(is_ok(world.write_file(path, "three", FileMode::Private)));
  EXPECT_EQ(*world.read_file(path), "three");
  EXPECT_THAT(*world.list(directory.path()), ElementsAre("f"));
}

TEST(Files, ADirectoryTellsWhenItsNamesChangedLast) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string inner = directory.path("inner");
  EXPECT_EQ(*world.changed(inner), std::nullopt);
  ASSERT_TRUE(is_ok(world.make_directory(inner)));
  const struct timespec times[2] = {{1'000'000'000, 0}, {1'000'000'000, 123'999'999}};
  ASSERT_EQ(utimensat(AT_FDCWD, inner.c_str(), times, 0), 0);
  EXPECT_EQ(*world.changed(inner), Instant(Milliseconds(1'000'000'000'123)));
  ASSERT_TRUE(is_ok(world.make_directory(inner + "/new")));
  EXPECT_GT(*world.changed(inner), Instant(Milliseconds(1'000'000'000'123)));
}

TEST(Files, WriteReplacesALinkNotWhatItPointsTo) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string target = directory.put("target", "kept");
  ASSERT_EQ(symlink(target.c_str(), directory.path("link").c_str()), 0);
  ASSERT_TRUE(is_ok(world.write_file(directory.path("link"), "new", FileMode::Private)));
  EXPECT_EQ(*world.read_file(target), "kept");
  EXPECT_FALSE(world.create_file(directory.path("link"), "x", FileMode::Private));
}

TEST(Files, LinksAreFollowedToWhatNeedNotBeThere) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string end = directory.path("a/end"), first = directory.path("first");
  ASSERT_TRUE(is_ok(world.make_directory(directory.path("a"))));
  EXPECT_EQ(*world.follow_links(end), end);
  ASSERT_EQ(symlink("a/second", first.c_str()), 0);
  ASSERT_EQ(symlink("end", directory.path("a/second").c_str()), 0);
  EXPECT_EQ(*world.follow_links(first), end);
  EXPECT_EQ(world.link_target(first), "a/second");
  EXPECT_EQ(world.link_target(directory.path("a")), std::nullopt);
  ASSERT_EQ(symlink("circle", directory.path("circle").c_str()), 0);
  EXPECT_TRUE(
      fails_with(world.follow_links(directory.path("circle")), ExitCode::Failed,
                 {directory.path("circle") + ": cannot read (too many levels of symbolic links)"}));
}

/// By its name or, as /dev/stdout is one, by a link to it.
TEST(Files, APipeIsWrittenToAndStaysOne) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("pipe");
  const std::string link = directory.path("link");
  ASSERT_EQ(symlink(path.c_str(), link.c_str()), 0);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDWR | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  ASSERT_TRUE(is_ok(system_world().write_file(path, "text", FileMode::Private)));
  char text[8] = {};
  EXPECT_EQ(read(reader, text, sizeof text), 4);
  EXPECT_STREQ(text, "text");
  ASSERT_TRUE(is_ok(system_world().write_file(link, "more", FileMode::Private)));
  EXPECT_EQ(read(reader, text, sizeof text), 4);
  EXPECT_STREQ(text, "more");
  close(reader);
}

TEST(Files, RangesFollowAGrowingFile) {
  const TemporaryDirectory directory;
  const World& world = system_world();
  const std::string path = directory.put("log", std::string(200'000, 'x') + "end");
  EXPECT_EQ(world.read_file(path)->size(), 200'003u);
  EXPECT_EQ(*world.read_range(path, 200'000, 100), "end");
  EXPECT_EQ(*world.read_range(path, 199'999, 2), "xe");
  EXPECT_EQ(*world.read_range(path, 300'000, 10), "");
}

TEST(Files, FailuresNameThePathAndTheReason) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string absent = directory.path("absent");
  EXPECT_TRUE(fails_with(world.read_file(absent), ExitCode::Failed,
                         {absent + ": cannot read (no such file or directory)"}));
  EXPECT_TRUE(fails_with(world.read_file(directory.path()), ExitCode::Failed,
                         {directory.path() + ": cannot read (is a directory)"}));
  EXPECT_TRUE(fails_with(world.write_file(absent + "/f", "", FileMode::Private), ExitCode::Failed,
                         {absent + "/f: cannot write (no such file or directory)"}));
  mkdir(directory.path("d").c_str(), 0700);
  EXPECT_TRUE(fails_with(world.write_file(directory.path("d"), "", FileMode::Private),
                         ExitCode::Failed,
                         {directory.path("d") + ": cannot write (is a directory)"}));
  EXPECT_TRUE(fails_with(world.remove_file(directory.path("d")), ExitCode::Failed,
                         {directory.path("d") + ": cannot remove (is a directory)"}));
  EXPECT_THAT(*world.list(directory.path()), ElementsAre("d"));
}

/// With a limit on the size of files, in a process of its own: exit 7 if all is as it should be.
int write_beyond_limit(const std::string& directory) {
  signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{1000, 1000};
  if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 99;
  World& world = system_world();
  const std::string path = directory + "/plan.json";
  const Status written = world.write_file(path, std::string(5000, 'x'), FileMode::Private);
  const bool said = !written && lines_of(written)[0] == path + ": cannot write (file too large)";
  return said && *world.read_file(path) == "old" && world.list(directory)->size() == 1 ? 7 : 1;
}

TEST(FilesDeathTest, AWriteThatFailsHalfwayLeavesWhatWasThere) {
  const TemporaryDirectory directory;
  directory.put("plan.json", "old");
  EXPECT_EXIT(_exit(write_beyond_limit(directory.path())), testing::ExitedWithCode(7), "");
}

TEST(Files, AFullDiskIsSaidAndNothingIsLeftBehind) {
  const TemporaryDirectory directory;
  const std::string disk = directory.path("disk");
  mkdir(disk.c_str(), 0700);
  if (mount("none", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "a small disk can only be made by root";
  }
  World& world = system_world();
  const std::string path = disk + "/plan.json";
  EXPECT_TRUE(is_ok(world.write_file(path, "old", FileMode::Private)));
  const std::string large(200'000, 'x');
  EXPECT_TRUE(fails_with(world.write_file(path, large, FileMode::Private), ExitCode::Failed,
                         {path + ": cannot write (no space left on device); free some space there "
                                 "and try again"}));
  EXPECT_TRUE(fails_with(world.create_file(disk + "/new", large, FileMode::Private),
                         ExitCode::Failed,
                         {disk + "/new: cannot create (no space left on device); free some space "
                                 "there and try again"}));
  EXPECT_EQ(*world.read_file(path), "old");
  EXPECT_THAT(*world.list(disk), ElementsAre("plan.json"));
  umount(disk.c_str());
}

TEST(Files, DirectoriesAreMadeWithTheirParents) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string path = directory.path("a/b/c");
  ASSERT_TRUE(is_ok(world.make_directory(path)));
  ASSERT_TRUE(is_ok(world.make_directory(path))) << "present is fine";
  ASSERT_TRUE(is_ok(world.make_directory(path + "/d/")));
  EXPECT_EQ(mode_of(directory.path("a")), 0700u);
  EXPECT_EQ(mode_of(path), 0700u);
  EXPECT_EQ(world.kind(path + "/d"), FileKind::Directory);
  const std::string file = directory.put("f", "");
  EXPECT_TRUE(fails_with(world.make_directory(file), ExitCode::Failed,
                         {file + ": cannot make directory (not a directory)"}));
  EXPECT_TRUE(fails_with(world.make_directory(file + "/x"), ExitCode::Failed,
                         {file + "/x: cannot make directory (not a directory)"}));
}

TEST(Files, ATreeIsRemovedWithoutFollowingItsLinks) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string kept = directory.put("kept/f", "");
  directory.put("tree/a/b/f", "");
  ASSERT_EQ(symlink(directory.path("kept").c_str(), directory.path("tree/a/link").c_str()), 0);
  EXPECT_TRUE(is_ok(world.remove_tree(directory.path("tree"))));
  EXPECT_EQ(world.kind(directory.path("tree")), FileKind::Absent);
  EXPECT_EQ(world.kind(kept), FileKind::File);
  EXPECT_TRUE(is_ok(world.remove_tree(directory.path("tree")))) << "gone already is fine";
  EXPECT_TRUE(is_ok(world.remove_tree(kept + "/below/a/file")));
}

TEST(Files, ASharedDirectoryIsOpenToAllAndItsParentsAreNot) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("a/b");
  ASSERT_TRUE(is_ok(system_world().make_shared_directory(path)));
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0755u);
  ASSERT_EQ(stat(directory.path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0700u);
}

TEST(Files, KindsAndLists) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string file = directory.put("b/f", "");
  EXPECT_EQ(world.kind(file), FileKind::File);
  EXPECT_EQ(world.kind(directory.path("b")), FileKind::Directory);
  EXPECT_EQ(world.kind("/dev/null"), FileKind::Other);
  EXPECT_TRUE(*world.is_file(file));
  EXPECT_FALSE(*world.is_file(directory.path("b")));
  EXPECT_FALSE(*world.is_file(directory.path("x")));
  EXPECT_FALSE(*world.is_file(file + "/x"));
  EXPECT_EQ(world.kind(directory.path("x")), FileKind::Absent);
  EXPECT_THAT(*world.list(directory.path("x")), ElementsAre());
  EXPECT_TRUE(is_ok(world.remove_file(file)));
  EXPECT_EQ(world.kind(file), FileKind::Absent);
  EXPECT_TRUE(is_ok(world.remove_file(file))) << "gone already is fine";
}

// Links in a circle fail for root too, as a stale handle or a failing disk would.
TEST(Disk, WhatCannotBeReadIsNotAbsent) {
  const TemporaryDirectory directory;
  const World& world = system_world();
  const std::string circle = directory.path("circle");
  ASSERT_EQ(::symlink(circle.c_str(), circle.c_str()), 0);
  EXPECT_EQ(world.kind(circle), FileKind::Unreadable);
  EXPECT_TRUE(fails_with(world.is_file(circle), ExitCode::Failed,
                         {circle + ": cannot look at (too many levels of symbolic links)"}));
  EXPECT_TRUE(fails_with(world.list(circle), ExitCode::Failed,
                         {circle + ": cannot list (too many levels of symbolic links)"}));
  EXPECT_TRUE(fails_with(world.read_if_present(circle), ExitCode::Failed,
                         {circle + ": cannot read (too many levels of symbolic links)"}));
  EXPECT_FALSE(world.read_if_present(directory.path("x"))->has_value());
}

}  // namespace
}  // namespace gpujob
