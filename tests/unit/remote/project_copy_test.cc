// SPDX-License-Identifier: MIT
#include "remote/project_copy.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha256.h"
#include "base/text.h"
#include "remote/path_patterns.h"
#include "remote/pieces.h"
#include "remote/protocol.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "support/temporary_directory.h"

namespace gpujob {
namespace {

constexpr const char* kFolderHere = "/home/ada/project";

std::vector<std::string> paths_of(const ProjectCopy& copy) {
  std::vector<std::string> paths;
  for (const CopyEntry& entry : copy.entries) paths.push_back(entry.path);
  return paths;
}

/// Everything that a center needs for the copy.
void put_all(World& center, const World& here, const ProjectCopy& copy) {
  ASSERT_TRUE(is_ok(keep_piece(center, copy.list_sum, copy.list)));
  for (const CopyEntry& entry : copy.entries) {
    if (entry.kind != CopyEntry::Kind::File) continue;
    const auto text = here.read_file(copy.folder + "/" + entry.path);
    ASSERT_TRUE(text);
    ASSERT_TRUE(is_ok(keep_piece(center, entry.sum, *text)));
  }
}

TEST(PathPatterns, GoWithNamesPathsAndDirectories) {
  const auto patterns = PathPatterns::read(
      "x", "# a remark\n\n*.o\n/top\ndata/raw/*.bin\nout/\n**/tmp\nkeep/**\n!main.o\n");
  ASSERT_TRUE(patterns);
  for (const char* path : {"a.o", "a/b/c.o", "top", "data/raw/1.bin", "a/tmp", "tmp"})
    EXPECT_TRUE(patterns->matches(path, FileKind::File)) << path;
  for (const char* path : {"main.o", "a/main.o", "a/top", "data/raw/a/1.bin", "x/data/raw/1.bin",
                           "out", "keep", "# a remark"})
    EXPECT_FALSE(patterns->matches(path, FileKind::File)) << path;
  EXPECT_TRUE(patterns->matches("a/out", FileKind::Directory));
  EXPECT_TRUE(patterns->matches("keep", FileKind::Directory));
  EXPECT_TRUE(patterns->matches_or_holds("a/out/x/y"));
  EXPECT_FALSE(patterns->matches_or_holds("a/x/out"));
}

TEST(PathPatterns, RefuseWhatTheyWouldReadDifferently) {
  for (const char* line : {"a/**/b", "a**", "**/a/b", "/", "!"}) {
    EXPECT_TRUE(fails_with(PathPatterns::read("f", std::string("ok\n") + line), ExitCode::Invalid,
                           {std::string("f:2: the pattern '") + line +
                            "' has no meaning here; '*' and '?' stand for parts of one name; a "
                            "name alone is found at any depth"}))
        << line;
  }
}

TEST(ProjectCopy, ComesBackAsItWas) {
  const TemporaryDirectory directory;
  World& world = system_world();
  const std::string big = std::string(300'000, 'x') + "end";
  directory.put("p/a.py", std::string("\0\xff\r\n", 4));
  directory.put("p/sub dir/\xc3\xa4.bin", big);
  directory.put("p/empty", "");
  directory.put("p/.git/config", "x");
  directory.put("p/skip.o", "x");
  directory.put("p/.gpujobignore", "*.o\n");
  ASSERT_EQ(chmod(directory.path("p/a.py").c_str(), 0755), 0);
  ASSERT_TRUE(is_ok(world.make_directory(directory.path("p/results"))));
  ASSERT_EQ(symlink("../a.py", directory.path("p/sub dir/link").c_str()), 0);
  ASSERT_EQ(mkfifo(directory.path("p/pipe").c_str(), 0600), 0);
  const auto copy = look_through(world, directory.path("p"), {});
  ASSERT_TRUE(copy);
  EXPECT_EQ(paths_of(*copy),
            (std::vector<std::string>{".gpujobignore", "a.py", "empty", "results", "sub dir",
                                      "sub dir/link", "sub dir/\xc3\xa4.bin"}));
  EXPECT_EQ(copy->left_out, std::vector<std::string>{"pipe"});
  EXPECT_EQ(copy->ignored, 1U);
  EXPECT_EQ(copy->bytes, 4U + 4U + big.size());
  const auto entries = read_copy_list(copy->list);
  ASSERT_TRUE(entries);
  EXPECT_EQ(*entries, copy->entries);

  FakeWorld center;
  EXPECT_EQ(lacking_pieces(center, {copy->list_sum})->size(), 1U);
  put_all(center, world, *copy);
  EXPECT_TRUE(lacking_pieces(center, {copy->list_sum})->empty());
  ASSERT_TRUE(is_ok(make_copy(center, copy->list_sum, "/runs/1/copy")));
  EXPECT_EQ(center.text_of("/runs/1/copy/a.py"), std::string("\0\xff\r\n", 4));
  EXPECT_EQ(center.files.at("/runs/1/copy/a.py").mode, FileMode::Executable);
  EXPECT_EQ(center.text_of("/runs/1/copy/sub dir/\xc3\xa4.bin"), big);
  EXPECT_EQ(center.files.count("/runs/1/copy/empty"), 1U);
  EXPECT_EQ(center.kind("/runs/1/copy/results"), FileKind::Directory);
  EXPECT_EQ(center.link_target("/runs/1/copy/sub dir/link"), "../a.py");
}

TEST(ProjectCopy, WithADamagedOrMissingFileIsNotMade) {
  FakeWorld here, center;
  here.put(std::string(kFolderHere) + "/a", "first");
  here.put(std::string(kFolderHere) + "/b", "second");
  const auto copy = look_through(here, kFolderHere, {});
  ASSERT_TRUE(copy);
  put_all(center, here, *copy);
  const std::string piece = "/home/ada/.cache/gpujob/pieces/" + sha256("second");
  ASSERT_EQ(center.text_of(piece), "second");
  for (const bool is_damaged : {true, false}) {
    if (is_damaged) center.put(piece, "secon");
    if (!is_damaged) center.files.erase(piece);
    EXPECT_EQ(*lacking_pieces(center, {sha256("first"), sha256("second")}),
              std::vector<std::string>{sha256("second")});
    EXPECT_TRUE(fails_with(make_copy(center, copy->list_sum, "/runs/1/copy"), ExitCode::Invalid,
                           {"copy: a file of it is missing at the center; submit it again"}));
    EXPECT_EQ(center.kind("/runs/1/copy"), FileKind::Absent);
  }
  EXPECT_FALSE(keep_piece(center, sha256("second"), "other"));
  EXPECT_EQ(center.kind(piece), FileKind::Absent);
}

TEST(ProjectCopy, HasALimit) {
  FakeWorld world;
  world.put(std::string(kFolderHere) + "/a", std::string(700, 'x'));
  world.put(std::string(kFolderHere) + "/b", std::string(400, 'x'));
  EXPECT_TRUE(look_through(world, kFolderHere, {1100, 2}));
  EXPECT_TRUE(fails_with(look_through(world, kFolderHere, {1024, 2}), ExitCode::Usage,
                         {"folder '/home/ada/project': more than 1 KiB or 2 files to copy (the "
                          "largest so far: 'a', 700 B); name what stays here in .gpujobignore, or "
                          "give --sync-limit SIZE,FILES"}));
  EXPECT_FALSE(look_through(world, kFolderHere, {1100, 1}));
}

TEST(ProjectCopy, RefusesLinksThatLeadOutAndNamesThatCannotTravel) {
  for (const auto& [path, target] :
       {std::pair("link", "/etc/passwd"), std::pair("link", ".."), std::pair("a/link", "../../x"),
        std::pair("link", "a/../../x"), std::pair("bad\nname", "a")}) {
    FakeWorld world;
    ASSERT_TRUE(is_ok(world.make_directory(std::string(kFolderHere) + "/a")));
    ASSERT_TRUE(is_ok(world.make_link(std::string(kFolderHere) + "/" + path, target)));
    const auto copy = look_through(world, kFolderHere, {});
    ASSERT_FALSE(copy) << path << " " << target;
    EXPECT_EQ(copy.failure().exit, ExitCode::Usage);
    EXPECT_NE(copy.failure().diagnostics.front().fix.find(", or name it in .gpujobignore"),
              std::string::npos);
    world.put(std::string(kFolderHere) + "/.gpujobignore", "link\nbad*\n");
    EXPECT_TRUE(look_through(world, kFolderHere, {})) << path;
  }
}

TEST(CopyList, OfAnotherSideStaysInTheCopy) {
  const auto list = [](const std::string& entry) {
    return R"({"schema":"gpujob/project-copy/v1","entries":[)" +
           replace_all(entry, "SUM", std::string(64, 'a')) + "]}";
  };
  EXPECT_TRUE(read_copy_list(list(R"({"path":"a","size":0,"sum":"SUM"})")));
  EXPECT_TRUE(read_copy_list(list(R"({"path":"a","directory":true})")));
  for (const char* entry :
       {R"({"path":"../a","directory":true})", R"({"path":"/a","directory":true})",
        R"({"path":"a/../b","size":0,"sum":"SUM"})", R"({"path":"","size":0,"sum":"SUM"})",
        R"({"path":"a","link":"../x"})", R"({"path":"a","link":"/x"})", R"({"path":"a","link":""})",
        R"({"path":"a","size":-1,"sum":"SUM"})", R"({"path":"a","size":1,"sum":"../x"})",
        R"({"path":"a","size":1})", R"({"path":"a\u0000b","size":0,"sum":"SUM"})", "7"}) {
    EXPECT_FALSE(read_copy_list(list(entry))) << entry;
  }
  EXPECT_FALSE(read_copy_list("{}"));
  EXPECT_FALSE(read_copy_list("["));
}

}  // namespace
}  // namespace gpujob
