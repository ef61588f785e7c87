// SPDX-License-Identifier: MIT
#include "profile/overlay.h"

#include <gtest/gtest.h>

#include "profile/store.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/profile/sample.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

class OverlayTest : public testing::Test {
 protected:
  OverlayTest() {
    world_.put("/data/sites/north.yaml",
               small_profile("north", "fir",
                             "    polling_floor: 30s\n"
                             "    match: {hosts: [fir1]}\n"
                             "    partitions:\n"
                             "      gpu: {max_time: 2-00:00:00, max_nodes: 4}\n"
                             "      long: {max_time: 7-00:00:00}\n"
                             "    nodes:\n"
                             "      - {id: old, partitions: [gpu], gpu: t4, gpus: 2, count: 8}\n"
                             "    gpus:\n"
                             "      t4: {model: nvidia-t4, request: ['--gpus={{gpus}}']}\n"
                             "    stacks:\n"
                             "      cuda: {modules: [CUDA/12]}\n"));
  }

  static std::string overlay(const std::string& cluster) {
    return "schema: gpujob/overlay/v1\noverlays: north\nclusters:\n  fir:\n" + cluster;
  }
  void put(const std::string& directory, const std::string& cluster) {
    world_.put(directory + "/sites/north.yaml", overlay(cluster));
  }

  ProfileStore store() const { return {world_, {"/home", "/etc", "/data"}}; }
  SiteProfile profile() const {
    const Result<Selection> found = store().find("north");
    EXPECT_TRUE(is_ok(found));
    return found ? *found->profile : SiteProfile{};
  }

  FakeWorld world_;
};

TEST_F(OverlayTest, ReplacesBlocksOfItsNamesAndAddsOthers) {
  put("/home",
      "    partitions: {gpu: {max_time: 1-00:00:00}}\n"
      "    nodes:\n"
      "      - {id: old, partitions: [gpu], gpu: t4, gpus: 2, count: 3}\n"
      "      - {id: more, partitions: [long], gpu: t4, gpus: 1, count: 1}\n"
      "    stacks: {numba: {modules: [Python/3]}}\n");
  const SiteProfile merged = profile();
  const Cluster& fir = merged.clusters.front();
  ASSERT_EQ(fir.partitions.size(), 2U);
  EXPECT_EQ(fir.partitions[0].max_time, Seconds{24 * 3600});
  EXPECT_FALSE(fir.partitions[0].max_nodes);  // the block is replaced whole
  EXPECT_EQ(fir.partitions[1].name, "long");
  ASSERT_EQ(fir.nodes.size(), 2U);
  EXPECT_EQ(fir.nodes[0].count, 3);
  EXPECT_EQ(fir.nodes[1].id, "more");
  ASSERT_EQ(fir.stacks.size(), 2U);
  EXPECT_EQ(fir.stacks[0].modules[0].origin.text(), "/data/sites/north.yaml:19");
  EXPECT_EQ(fir.stacks[1].modules[0].origin.text(), "/home/sites/north.yaml:9");
  EXPECT_EQ(merged.file, "/data/sites/north.yaml");
  EXPECT_EQ(merged.overlays, Words{"/home/sites/north.yaml"});
}

TEST_F(OverlayTest, LiesOverTheNextOneOfThePath) {
  put("/etc", "    polling_floor: 1m\n    stacks: {numba: {modules: [Python/3.11]}}\n");
  put("/home", "    stacks: {numba: {modules: [Python/3.12]}}\n");
  const SiteProfile merged = profile();
  const Cluster& fir = merged.clusters.front();
  EXPECT_EQ(fir.polling_floor, Seconds{60});
  EXPECT_EQ(fir.stacks[1].modules[0].value, "Python/3.12");
  EXPECT_EQ(merged.overlays, (Words{"/etc/sites/north.yaml", "/home/sites/north.yaml"}));
  // Nothing below a whole profile is read.
  world_.put("/etc/sites/north.yaml", small_profile("north", "fir"));
  EXPECT_EQ(profile().clusters.front().stacks.size(), 1U);
}

// The center's page says nothing of what an overlay holds.
TEST_F(OverlayTest, HasItsOwnSources) {
  put("/etc", "    source: our notes\n    checked: 2026-11-20\n    partitions: {mine: {}}\n");
  put("/home", "    partitions: {gpu: {}, other: {source: a mail, checked: 2026-11-19}}\n");
  const SiteProfile merged = profile();
  const Cluster& fir = merged.clusters.front();
  const auto source_of = [&](const std::string& name) {
    return fir.sources[fir.find_partition(name)->source];
  };
  EXPECT_EQ(source_of("long").pages, Words{"a page"});
  EXPECT_EQ(source_of("mine").pages, Words{"our notes"});
  EXPECT_EQ(source_of("mine").checked, "2026-11-20");
  EXPECT_EQ(source_of("gpu").pages, Words{"/home/sites/north.yaml"});
  EXPECT_EQ(source_of("gpu").checked, "");
  EXPECT_EQ(source_of("other").pages, Words{"a mail"});
}

TEST_F(OverlayTest, IsCheckedTogetherWithItsProfile) {
  put("/home", "    nodes:\n      - {id: new, partitions: [gpux], gpu: t4, gpus: 1}\n");
  EXPECT_TRUE(fails_with(store().find("north"), ExitCode::Invalid,
                         {"/home/sites/north.yaml:6:31: node shape 'new' is in the unknown "
                          "partition 'gpux' (it has gpu, long); did "
                          "you mean 'gpu'?"}));
}

TEST_F(OverlayTest, MayMendWhatItsProfileWouldBeRefusedFor) {
  std::string& below = world_.files["/data/sites/north.yaml"].text;
  below.replace(below.find("partitions: [gpu]"), 17, "partitions: [old]");
  const char* const mended = "    nodes:\n      - {id: old, partitions: [gpu], gpu: t4, gpus: 1}\n";
  put("/home", mended);
  EXPECT_TRUE(is_ok(store().find("north")));
  EXPECT_FALSE(ProfileStore(world_, {"/data"}).find("north"));
  EXPECT_TRUE(is_ok(store().find("north")));
}

TEST_F(OverlayTest, MayAddAWholeCluster) {
  world_.put("/home/sites/north.yaml",
             "schema: gpujob/overlay/v1\noverlays: north\nclusters:\n" + also_cluster("oak"));
  EXPECT_EQ(store().find("north/oak")->get().name, "oak");
  EXPECT_EQ(store().find("oak")->profile->center, "north");
}

TEST_F(OverlayTest, ChangesHowASiteIsRecognised) {
  put("/home", "    match: {hosts: [box7]}\n");
  const auto found = store().detect("", "box7");
  ASSERT_TRUE(is_ok(found));
  ASSERT_TRUE(found->has_value());
  EXPECT_EQ((*found)->cluster, "fir");
}

TEST_F(OverlayTest, OfNothingIsAnError) {
  world_.put("/home/sites/south.yaml", "schema: gpujob/overlay/v1\noverlays: south\n");
  EXPECT_TRUE(
      fails_with(store().find("south"), ExitCode::Invalid,
                 {"/home/sites/south.yaml:2:11: no profile of 'south' to change (looked in "
                  "/home, /etc, /data); write a whole profile, or put the overlay before it "
                  "on the path"}));
}

// What cannot be read below an overlay is not absent.
TEST_F(OverlayTest, FailsWithWhatItLiesOver) {
  put("/home", "    polling_floor: 1m\n");
  world_.hide("/etc/sites/north.yaml");
  const auto found = store().find("north");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.failure().diagnostics[0].where, "/etc/sites/north.yaml");
}

TEST_F(OverlayTest, IsReadFromAnywhereForACheck) {
  const auto merged =
      store().read_with_layers("draft/north.yaml", overlay("    polling_floor: 5m\n"));
  ASSERT_TRUE(is_ok(merged));
  EXPECT_EQ(merged->name(), "/data/sites/north.yaml");
  EXPECT_EQ(merged->adopted(), Words{"draft/north.yaml"});
}

class AddedModels : public testing::Test {
 protected:
  static std::string models(const std::string& id, const std::string& name) {
    return "schema: gpujob/gpus/v1\nmodels:\n  " + id + ": {name: " + name +
           ", vendor: nvidia, architecture: sm_90, source: a page, checked: 2026-11-20}\n";
  }
  FakeWorld world_;
};

TEST_F(AddedModels, JoinTheCatalogue) {
  world_.put("/data/gpus.yaml", models("a", "A"));
  world_.put("/data/gpus.d/more.yaml", models("c", "C"));
  world_.put("/home/gpus.d/1.yaml", models("b", "B"));
  world_.put("/home/gpus.d/2.yaml", models("a", "mine"));
  world_.put("/home/gpus.d/notes.txt", "no models");
  const auto catalogue = load_gpu_catalogue(world_, {"/home", "/data"});
  ASSERT_TRUE(is_ok(catalogue));
  EXPECT_EQ(catalogue->models().size(), 3U);
  EXPECT_EQ(catalogue->find("a")->name, "mine");
  EXPECT_EQ(catalogue->find("b")->name, "B");
  EXPECT_EQ(catalogue->find("c")->name, "C");
}

TEST_F(AddedModels, AndNotACatalogueOfTheUsersOwnReplaceIt) {
  world_.put("/data/gpus.yaml", models("a", "A"));
  world_.put("/home/gpus.yaml", models("b", "B"));
  const std::vector<std::vector<std::string>> wanted = {{}, {"b"}, {"a", "b"}};
  for (const auto& ids : wanted) {
    const auto catalogue = load_gpu_catalogue(world_, {"/home", "/data"}, ids);
    ASSERT_TRUE(is_ok(catalogue));
    EXPECT_NE(catalogue->find("b"), nullptr);
    EXPECT_EQ(catalogue->find("a") != nullptr, ids.size() != 1);
  }
}

TEST_F(AddedModels, MayBeSlicesOfAModel) {
  const auto slice = [&](const std::string& of, const std::string& more = "") {
    std::string text = models("part", "P");
    text.insert(text.find(", source"), ", slice_of: " + of + more);
    world_.put("/home/gpus.d/1.yaml", text);
    return load_gpu_catalogue(world_, {"/home", "/data"});
  };
  std::string whole = models("a", "A");
  world_.put("/data/gpus.yaml", whole.insert(whole.find(", source"), ", memory_gib: 40"));
  const auto good = slice("a", ", memory_gib: 5");
  ASSERT_TRUE(is_ok(good));
  EXPECT_EQ(good->find("part")->slice_of, "a");
  const std::string fix = "); change it in the file of gpus.d that has it";
  EXPECT_TRUE(fails_with(slice("b"), ExitCode::Invalid,
                         {"GPU model 'part': it is a slice of 'b' (the catalogue has no such "
                          "model" +
                          fix}));
  EXPECT_TRUE(
      fails_with(slice("part"), ExitCode::Invalid,
                 {"GPU model 'part': it is a slice of 'part' (that is a slice itself" + fix}));
  EXPECT_TRUE(fails_with(slice("a", ", memory_gib: 40"), ExitCode::Invalid,
                         {"GPU model 'part': it has no less memory than the whole GPU (it is a "
                          "slice of 'a'" +
                          fix}));
}

TEST_F(AddedModels, AreReadOrToldOf) {
  world_.put("/data/gpus.yaml", models("a", "A"));
  world_.put("/home/gpus.d/1.yaml", "models: 3\n");
  EXPECT_FALSE(load_gpu_catalogue(world_, {"/home", "/data"}));
  world_.fail_read("/home/gpus.d", EIO);
  EXPECT_FALSE(load_gpu_catalogue(world_, {"/home", "/data"}));
}

}  // namespace
}  // namespace gpujob
