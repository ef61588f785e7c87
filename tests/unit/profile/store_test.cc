// SPDX-License-Identifier: MIT
#include "profile/store.h"

#include <gtest/gtest.h>

#include "base/format.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "support/read_source.h"
#include "unit/profile/sample.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

/// Counts what is opened and what is listed.
class CountingWorld : public FakeWorld {
 public:
  Result<std::string> read_file(const std::string& path) const override {
    opened.push_back(path);
    return FakeWorld::read_file(path);
  }
  Result<std::vector<std::string>> list(const std::string& path) const override {
    ++listings;
    return FakeWorld::list(path);
  }
  mutable Words opened;
  mutable int listings = 0;
};

class ProfileStoreTest : public testing::Test {
 protected:
  ProfileStoreTest() {
    world_.put("/data/sites/north.yaml",
               small_profile("north", "fir") +
                   also_cluster("oak",
                                "    match: {cluster_name: oak}\n    directives: {account: {use: "
                                "required, pattern: 'n[0-9]+'}}\n"));
    world_.put("/data/sites/south.yaml",
               small_profile("south", "elm", "    match: {hosts: ['elm*']}\n"));
    world_.put("/data/sites/index", kIndex);
  }

  ProfileStore store(Words path = {"/home/profiles", "/data"}) const {
    return {world_, std::move(path)};
  }
  std::string found(const std::string& site) const {
    const Result<Selection> selection = store().find(site);
    EXPECT_TRUE(is_ok(selection)) << site;
    return selection ? selection->profile->center + "/" + selection->get().name : "";
  }

  std::string detected(const std::string& host_name) const {
    const auto site = store().detect("", host_name);
    EXPECT_TRUE(is_ok(site)) << host_name;
    return site && *site ? (*site)->center + "/" + (*site)->cluster : "";
  }

  static constexpr const char* kIndex =
      "fir\tnorth\t-\t-\t-\t-\noak\tnorth\toak\t-\tn[0-9]+\t-\nelm\tsouth\t-\telm*\t-\t-\n";
  CountingWorld world_;
};

TEST_F(ProfileStoreTest, finds_a_center_by_its_file_alone) {
  EXPECT_EQ(found("north"), "north/fir");
  EXPECT_EQ(world_.opened, Words{"/data/sites/north.yaml"});
  EXPECT_EQ(world_.listings, 0);
}

TEST_F(ProfileStoreTest, finds_a_cluster_by_the_index) {
  EXPECT_EQ(found("oak"), "north/oak");
  EXPECT_EQ(world_.opened, (Words{"/data/sites/index", "/data/sites/north.yaml"}));
  EXPECT_EQ(world_.listings, 0);
}

TEST_F(ProfileStoreTest, finds_a_cluster_of_a_center) {
  EXPECT_EQ(found("north/oak"), "north/oak");
}

TEST_F(ProfileStoreTest, finds_a_cluster_without_an_index) {
  world_.files.erase("/data/sites/index");
  EXPECT_EQ(found("oak"), "north/oak");
}

TEST_F(ProfileStoreTest, believes_no_stale_index) {
  world_.put("/data/sites/index", "oak\tsouth\t-\t-\t-\t-\nelm\tgone\t-\t-\t-\t-\n");
  EXPECT_EQ(found("oak"), "north/oak");
  EXPECT_EQ(found("elm"), "south/elm");
}

TEST_F(ProfileStoreTest, an_index_is_no_way_out_of_the_directory) {
  world_.put("/data/sites/index", "oak\t../../etc/north\t-\t-\t-\t-\n");
  EXPECT_EQ(found("oak"), "north/oak");
}

TEST_F(ProfileStoreTest, the_first_directory_wins) {
  world_.put("/home/profiles/sites/north.yaml", small_profile("north", "mine"));
  EXPECT_EQ(found("north"), "north/mine");
  EXPECT_EQ(found("mine"), "north/mine");
  Diagnostics problems;
  const std::vector<SiteProfile> all = store().all(problems);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].default_cluster, "mine");
  EXPECT_EQ(all[1].center, "south");
  EXPECT_TRUE(problems.empty());
}

TEST_F(ProfileStoreTest, an_unknown_site_gets_a_suggestion) {
  EXPECT_TRUE(fails_with(store().find("norht"), ExitCode::Usage,
                         {"site 'norht': no center or cluster of this name (looked in "
                          "/home/profiles, /data); did you mean 'north'?"}));
  EXPECT_TRUE(fails_with(store().find("zzzzzz"), ExitCode::Usage,
                         {"site 'zzzzzz': no center or cluster of this name (looked in "
                          "/home/profiles, /data); 'gpujob site list' shows all"}));
}

TEST_F(ProfileStoreTest, an_unknown_cluster_of_a_center_gets_a_suggestion) {
  EXPECT_TRUE(
      fails_with(store().find("north/oka"), ExitCode::Usage,
                 {"site 'north': no cluster 'oka' (it has fir, oak); did you mean 'oak'?"}));
}

TEST_F(ProfileStoreTest, names_that_are_no_names_never_become_paths) {
  for (const char* site : {"../data/sites/north", "", "/", "north/", "north/../oak", "NORTH/"}) {
    EXPECT_FALSE(store().find(site)) << site;
  }
  EXPECT_TRUE(world_.opened.empty() || world_.opened.front() == "/data/sites/index");
}

TEST_F(ProfileStoreTest, a_name_is_found_in_any_case_of_letters) {
  const auto found = store().find("North");
  ASSERT_TRUE(is_ok(found));
  EXPECT_EQ(found->profile->center, "north");
}

TEST_F(ProfileStoreTest, a_cluster_of_two_centers_must_be_named_in_full) {
  world_.put("/data/sites/east.yaml", small_profile("east", "oak"));
  world_.put("/data/sites/index", std::string(kIndex) + "oak\teast\t-\t-\t-\t-\n");
  EXPECT_TRUE(fails_with(
      store().find("oak"), ExitCode::Usage,
      {"site 'oak': several centers have a cluster of this name (east, north); use 'east/oak'"}));
}

TEST_F(ProfileStoreTest, a_wrong_file_is_told_as_it_is) {
  world_.put("/data/sites/south.yaml", "schema: gpujob/site/v1\n");
  const Words expected = {
      "/data/sites/south.yaml:1:1: missing key 'center' (every profile has one); add 'center: ...'",
      "/data/sites/south.yaml:1:1: missing key 'default_cluster' (every profile has one); add "
      "'default_cluster: ...'",
      "/data/sites/south.yaml:1:1: missing key 'clusters' (every profile has one); add 'clusters: "
      "...'"};
  EXPECT_TRUE(fails_with(store().find("south"), ExitCode::Invalid, expected));
  EXPECT_TRUE(fails_with(store().find("elm"), ExitCode::Invalid, expected));
  Diagnostics problems;
  EXPECT_EQ(store().all(problems).size(), 1u);
  EXPECT_EQ(problems.size(), 3u);
}

TEST_F(ProfileStoreTest, a_file_is_called_by_its_center) {
  world_.put("/data/sites/west.yaml", small_profile("vest", "elm"));
  EXPECT_TRUE(fails_with(store().find("west"), ExitCode::Invalid,
                         {"/data/sites/west.yaml: the center is 'vest' (a profile is called by its "
                          "center's name); rename the file to 'vest.yaml'"}));
}

TEST_F(ProfileStoreTest, gives_names_and_account_patterns) {
  Diagnostics problems;
  EXPECT_EQ(store().names(problems), (Words{"elm", "fir", "north", "oak", "south"}));
  const std::vector<AccountPattern> patterns = store().account_patterns();
  ASSERT_EQ(patterns.size(), 1u);
  EXPECT_EQ(patterns[0].center, "north");
  EXPECT_EQ(patterns[0].cluster, "oak");
  EXPECT_EQ(patterns[0].pattern, "n[0-9]+");
}

// A site in a directory that cannot be read may be this machine's, or the one that was named.
TEST_F(ProfileStoreTest, a_directory_that_cannot_be_listed_is_not_empty) {
  world_.fail_read("/home/profiles/sites", EIO);
  const auto listed = store().detect("", "elm1");
  ASSERT_FALSE(listed);
  EXPECT_EQ(listed.failure().diagnostics[0].where, "/home/profiles/sites");
  Diagnostics problems;
  store().names(problems);
  EXPECT_EQ(problems.size(), 1U);
  problems.clear();
  store().all(problems);
  EXPECT_EQ(problems.size(), 1U);
  const auto unknown = store().find("nowhere");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.failure().exit, ExitCode::Failed);
}

TEST_F(ProfileStoreTest, a_profile_that_cannot_be_looked_at_is_not_absent) {
  world_.hide("/home/profiles/sites/north.yaml");
  const auto found = store().find("north");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.failure().diagnostics[0].where, "/home/profiles/sites/north.yaml");
}

TEST_F(ProfileStoreTest, detects_by_an_index_of_the_very_text) {
  const std::string south = world_.files["/data/sites/south.yaml"].text;
  world_.put("/data/sites/index", "elm\tsouth\t-\tbox7\t-\t" + text_mark(south) + "\n");
  EXPECT_EQ(detected("box7"), "south/elm");
  EXPECT_EQ(detected("elm1"), "");
}

TEST_F(ProfileStoreTest, detects_by_the_profile_where_the_index_is_of_another_text) {
  for (const char* mark : {"-", "0123456789abcdef"}) {
    world_.put("/data/sites/index", format("elm\tsouth\t-\tbox7\t-\t{}\n", mark));
    EXPECT_EQ(detected("box7"), "") << mark;
    EXPECT_EQ(detected("elm1"), "south/elm") << mark;
  }
}

TEST_F(ProfileStoreTest, detects_in_directories_without_an_index) {
  world_.put("/home/profiles/sites/mine.yaml",
             small_profile("mine", "box", "    match: {hosts: [box7]}\n"));
  EXPECT_EQ(detected("box7"), "mine/box");
}

// The index below still names its elm.
TEST_F(ProfileStoreTest, detects_no_cluster_of_a_profile_that_another_replaces) {
  const std::string south = world_.files["/data/sites/south.yaml"].text;
  world_.put("/data/sites/index", "elm\tsouth\t-\telm*\t-\t" + text_mark(south) + "\n");
  world_.put("/home/profiles/sites/south.yaml", small_profile("south", "yew"));
  EXPECT_EQ(detected("elm1"), "");
}

TEST_F(ProfileStoreTest, a_thousand_profiles_cost_no_more_than_one) {
  std::string index = kIndex;
  for (int i = 0; i < 1000; ++i) {
    world_.put(format("/data/sites/c{}.yaml", i),
               small_profile(format("c{}", i), format("k{}", i)));
    index += format("k{}\tc{}\t-\t-\t-\t-\n", i, i);
  }
  world_.put("/data/sites/index", index);
  EXPECT_EQ(found("oak"), "north/oak");
  EXPECT_EQ(found("north"), "north/fir");
  EXPECT_EQ(world_.opened.size(), 3u);
  EXPECT_EQ(world_.listings, 0);
}

TEST_F(ProfileStoreTest, the_catalogue_can_be_read_for_a_few_models) {
  world_.put("/data/gpus.yaml", read_source("profiles/gpus.yaml"));
  const Result<GpuCatalogue> all = load_gpu_catalogue(world_, {"/data"});
  ASSERT_TRUE(is_ok(all));
  for (const GpuModel& model : all->models()) {
    const Result<GpuCatalogue> one = load_gpu_catalogue(world_, {"/data"}, {model.id});
    ASSERT_TRUE(is_ok(one)) << model.id;
    ASSERT_EQ(one->models().size(), 1u) << model.id;
    EXPECT_EQ(one->models().front().source, model.source);
    EXPECT_EQ(one->models().front().architecture, model.architecture);
  }
  EXPECT_EQ(load_gpu_catalogue(world_, {"/data"}, {"nvidia-t4", "no-such"})->models().size(),
            all->models().size());
}

TEST_F(ProfileStoreTest, a_wrong_model_is_found_on_its_own_line) {
  world_.put("/data/gpus.yaml",
             "schema: gpujob/gpus/v1\nmodels:\n  one:\n    name: X\n\n  two:\n    nam: Y\n");
  const Result<GpuCatalogue> models = load_gpu_catalogue(world_, {"/data"}, {"two"});
  ASSERT_FALSE(models);
  EXPECT_EQ(models.failure().diagnostics.front().where.substr(0, 20), "/data/gpus.yaml:7:5");
}

TEST_F(ProfileStoreTest, a_profile_is_read_once) {
  world_.put("/home/profiles/sites/north.yaml", small_profile("north", "fir"));
  const ProfileStore store(world_, {"/home/profiles"});
  const auto first = store.find("north");
  ASSERT_TRUE(is_ok(first));
  EXPECT_EQ(first->profile->text, small_profile("north", "fir"));
  world_.put("/home/profiles/sites/north.yaml", "not a profile");
  const auto second = store.find("north/fir");
  ASSERT_TRUE(is_ok(second));
  EXPECT_EQ(second->profile, first->profile);
  Diagnostics problems;
  EXPECT_EQ(store.all(problems).size(), 1u);
  EXPECT_EQ(problems.size(), 0u);
  EXPECT_FALSE(ProfileStore(world_, {"/home/profiles"}).find("north"));
}

TEST_F(ProfileStoreTest, the_catalogue_is_that_of_every_directory) {
  const std::string model =
      "schema: gpujob/gpus/v1\nmodels:\n  {}: {{name: X, vendor: nvidia, architecture: sm_80, "
      "source: a page, checked: 2026-11-21}}\n";
  world_.put("/data/gpus.yaml", format(fmt::runtime(model), "theirs"));
  EXPECT_NE(load_gpu_catalogue(world_, {"/home/profiles", "/data"})->find("theirs"), nullptr);
  world_.put("/home/profiles/gpus.yaml", format(fmt::runtime(model), "mine"));
  const Result<GpuCatalogue> models = load_gpu_catalogue(world_, {"/home/profiles", "/data"});
  ASSERT_TRUE(is_ok(models));
  EXPECT_NE(models->find("mine"), nullptr);
  EXPECT_NE(models->find("theirs"), nullptr);
  EXPECT_TRUE(fails_with(load_gpu_catalogue(world_, {"/nowhere"}), ExitCode::Invalid,
                         {"gpus.yaml: the catalogue of GPU models was not found (looked in "
                          "/nowhere); set GPUJOB_DATA_DIR to the installed share/gpujob"}));
}

}  // namespace
}  // namespace gpujob
