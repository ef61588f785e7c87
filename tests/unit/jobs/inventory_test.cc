// SPDX-License-Identifier: MIT
#include "jobs/request/inventory.h"

#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

constexpr const char* kDescribed =
    R"({"workload": "w", "backend": "cuda", "architectures": ["sm_80", "compute_90"],
        "variants": [{"name": "a"}, {"name": "b", "not_built": "no library"}],
        "processor": "x86_64"})";

Workload workload() {
  Workload made;
  made.name = "w";
  made.backends = {"cpu", "cuda"};
  return made;
}

RequestPaths paths() {
  RequestPaths made;
  made.libexec = "/opt/libexec";
  made.programs_directory = "/home/ada/programs";
  return made;
}

TEST(Inventory, ReadsDescriptionsFromFilesAlone) {
  FakeWorld world;
  world.put("/opt/libexec/w.cuda", "program");
  world.put("/opt/libexec/w.cuda.json", kDescribed);
  world.put("/opt/libexec/w.cpu", "program without a description");
  const auto found = *find_programs(world, workload(), paths(), Describe::FromFile);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].backend, "cuda");
  EXPECT_EQ(found[0].directory, "/opt/libexec");
  EXPECT_EQ(found[0].architectures, (std::vector<std::string>{"sm_80", "compute_90"}));
  EXPECT_EQ(found[0].processor, "x86_64");
  EXPECT_EQ(found[0].not_built, (std::map<std::string, std::string>{{"b", "no library"}}));
  EXPECT_TRUE(world.requests.empty());
}

TEST(Inventory, StartsAProgramOnlyWhereItMay) {
  FakeWorld world;
  world.put("/opt/libexec/w.cuda", "program");
  world.always({"/opt/libexec/w.cuda"}, ended(0, kDescribed));
  EXPECT_EQ(find_programs(world, workload(), paths(), Describe::MayRun)->size(), 1U);
  EXPECT_EQ(world.requests.at(0).argv,
            (std::vector<std::string>{"/opt/libexec/w.cuda", "--describe"}));
  world.always({"/opt/libexec/w.cuda"}, ended(1, "", "no library"));
  EXPECT_TRUE(find_programs(world, workload(), paths(), Describe::MayRun)->empty());
}

// "No program was kept" would build one that is there.
TEST(Inventory, AFolderThatCannotBeListedIsNotEmpty) {
  FakeWorld world;
  world.put("/home/ada/programs/0123/w.cuda", "program");
  world.fail_read("/home/ada/programs", ESTALE);
  const auto found = find_programs(world, workload(), paths(), Describe::FromFile);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.failure().diagnostics[0].where, "/home/ada/programs");
}

TEST(Inventory, FindsKeptProgramsByTheirKey) {
  FakeWorld world;
  world.put("/home/ada/programs/0123/w.cuda", "program");
  world.put("/home/ada/programs/4567/w.cuda.partial", "half a program");
  const auto found = *find_programs(world, workload(), paths(), Describe::FromFile);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].directory, "/home/ada/programs/0123");
}

TEST(Inventory, AWorkloadOfOnesOwnHasNotTheInstalledProgramOfItsName) {
  FakeWorld world;
  world.put("/opt/libexec/w.cuda", "program");
  world.put("/opt/libexec/w.cuda.json", kDescribed);
  world.put("/home/ada/programs/0123/w.cuda", "program");
  RequestPaths own = paths();
  own.own_sources = "/home/ada/workloads/w";
  const auto found = *find_programs(world, workload(), own, Describe::FromFile);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].directory, "/home/ada/programs/0123");
}

TEST(Inventory, RefusesWhatIsNoDescription) {
  EXPECT_TRUE(fails_with(read_description("{}", "x"), ExitCode::Invalid,
                         {"x: not the description of a program (no 'backend' or no "
                          "'architectures')"}));
  EXPECT_FALSE(read_description("usage: w", "x"));
}

TEST(SourceHash, ChangesWithNamesAndTextsOfSources) {
  FakeWorld world;
  world.put("/src/device/queue.h", "a");
  world.put("/src/workloads/w/w.cc", "b");
  const std::string first = *hash_of_sources(world, "/src");
  world.put("/src/workloads/w/README.md", "no source");
  EXPECT_EQ(*hash_of_sources(world, "/src"), first);
  world.put("/src/workloads/w/w.cc", "c");
  EXPECT_NE(*hash_of_sources(world, "/src"), first);
  world.put("/src/workloads/w/w.cc", "b");
  world.put("/src/workloads/w/x.cc", "");
  EXPECT_NE(*hash_of_sources(world, "/src"), first);
}

TEST(SourceHash, IsReadWhereTheBuildWroteIt) {
  FakeWorld world;
  world.put("/src.sha256", "0123\n");
  EXPECT_EQ(*source_hash(world, "/src"), "0123");
}

}  // namespace
}  // namespace gpujob
