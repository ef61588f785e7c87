// SPDX-License-Identifier: MIT
#include "run/tags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/run/sample_index.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

constexpr const char* kDirectory = "/home/ada/runs/01J";

TEST(Tags, AreReadAsTheyWereWritten) {
  FakeWorld world;
  ASSERT_TRUE(is_ok(world.make_directory(kDirectory)));
  const RunTags tags{"base", {{"lr", "0.1"}, {"model", "a=b"}}, "before \"the\" fix"};
  ASSERT_TRUE(is_ok(write_tags(world, kDirectory, tags)));
  const Result<RunTags> read = read_tags(world, kDirectory);
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(*read, tags);
}

TEST(Tags, AreNoneWithoutAFile) {
  const FakeWorld world;
  const Result<RunTags> read = read_tags(world, kDirectory);
  ASSERT_TRUE(is_ok(read));
  EXPECT_TRUE(read->empty());
}

TEST(Tags, ADamagedFileIsNeverNoTags) {
  for (const char* text :
       {"", "{", "[]", R"({"schema":"gpujob/tags/v1","tags":[]})",
        R"({"schema":"gpujob/tags/v1","tags":{"a":1}})",
        R"({"schema":"gpujob/tags/v1","tags":{"a b":"1"}})",
        R"({"schema":"gpujob/tags/v1","name":1})", R"({"schema":"gpujob/tags/v1","nam":"a"})",
        R"({"schema":"gpujob/tags/v2"})"}) {
    FakeWorld world;
    world.put(std::string(kDirectory) + "/tags.json", text);
    const Result<RunTags> read = read_tags(world, kDirectory);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.failure().exit, ExitCode::Invalid) << text;
  }
}

TEST(Tags, AFileThatCannotBeReadIsNeverNoTags) {
  FakeWorld world;
  const std::string path = std::string(kDirectory) + "/tags.json";
  world.put(path, R"({"schema":"gpujob/tags/v1","name":"a"})");
  world.fail_read(path, EIO);
  EXPECT_FALSE(read_tags(world, kDirectory));
}

TEST(Tags, AKeyBeginsWithALetter) {
  EXPECT_EQ(*parse_tag("--tag", "a.b-c_1=x=y"),
            std::pair(std::string("a.b-c_1"), std::string("x=y")));
  EXPECT_EQ(*parse_tag("--tag", "a="), std::pair(std::string("a"), std::string()));
  EXPECT_TRUE(
      fails_with(parse_tag("--tag", "a"), ExitCode::Usage, {"--tag: 'a' is not KEY=VALUE"}));
  for (const char* text : {"=x", "1=x", "a b=x", "\xc3\xa4=x"}) {
    EXPECT_FALSE(parse_tag("--tag", text)) << text;
  }
  EXPECT_FALSE(parse_tag("--tag", "a=x\ny"));
  EXPECT_FALSE(parse_tag("--tag", "a=\x1b[31m"));
}

RunFilter tagged(std::vector<std::pair<std::string, std::string>> tags, std::string name = "") {
  RunFilter filter;
  filter.tags = std::move(tags);
  filter.name = std::move(name);
  return filter;
}

TEST_F(Index, FindsRunsByTheirNameAndTags) {
  RunIndex index = open();
  const RunRecord first = add(store_, "l40s", "nvidia-l40s", 1);
  const RunRecord second = add(other_, "A100", "nvidia-a100-40gb", 0);
  ASSERT_TRUE(is_ok(write_tags(world_, first.directory, {"base", {{"a", "1"}, {"b", "2"}}, "n"})));
  ASSERT_TRUE(is_ok(write_tags(world_, second.directory, {"", {{"a", "1"}}, ""})));
  ASSERT_TRUE(is_ok(index.add_missing()));
  EXPECT_THAT(ids(index.find(tagged({{"a", "1"}}))), ElementsAre(second.id, first.id));
  EXPECT_THAT(ids(index.find(tagged({{"a", "1"}, {"b", "2"}}))), ElementsAre(first.id));
  EXPECT_TRUE(ids(index.find(tagged({{"a", "2"}}))).empty());
  EXPECT_THAT(ids(index.find(tagged({}, "base"))), ElementsAre(first.id));
  EXPECT_THAT(*index.tags(), ElementsAre("a=1", "b=2"));
  const RunRow row = index.find(tagged({}, "base"))->front();
  EXPECT_EQ(row.note, "n");
  EXPECT_EQ(row.tags.size(), 2U);

  ASSERT_TRUE(is_ok(write_tags(world_, first.directory, {"", {{"c", "3"}}, ""})));
  ASSERT_TRUE(is_ok(index.put(first, {})));
  EXPECT_THAT(*index.tags(), ElementsAre("a=1", "c=3")) << "what was taken away is forgotten";
  EXPECT_TRUE(ids(index.find(tagged({}, "base"))).empty());
}

TEST_F(Index, NamesRunsWhoseTagsCannotBeRead) {
  RunIndex index = open();
  const RunRecord run = add(store_, "l40s", "nvidia-l40s", 1);
  ASSERT_TRUE(is_ok(world_.write_file(run.directory + "/tags.json", "{", FileMode::Private)));
  ASSERT_TRUE(is_ok(index.add_missing()));
  EXPECT_THAT(ids(index.find({})), ElementsAre(run.id)) << "the run itself is there";
  const auto unread = index.unread_tags();
  ASSERT_TRUE(is_ok(unread));
  ASSERT_EQ(unread->size(), 1U);
  EXPECT_EQ(unread->front().where, "run " + run.id);
  EXPECT_NE(unread->front().why.find("tags.json"), std::string::npos);
  ASSERT_TRUE(is_ok(write_tags(world_, run.directory, {})));
  ASSERT_TRUE(is_ok(index.rebuild()));
  EXPECT_TRUE(index.unread_tags()->empty());
}

}  // namespace
}  // namespace gpujob
