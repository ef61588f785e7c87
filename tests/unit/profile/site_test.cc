// SPDX-License-Identifier: MIT
#include "profile/site.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

Stack stack_of(const std::string& purpose, std::vector<std::string> gpus, const char* toolkit) {
  Stack stack;
  stack.name = purpose;
  stack.gpus = std::move(gpus);
  stack.toolkit = toolkit;
  return stack;
}

TEST(Site, a_stack_for_the_gpu_wins_over_one_for_all) {
  Cluster cluster;
  cluster.stacks = {stack_of("cuda", {}, "1"), stack_of("cuda", {"x", "y"}, "2")};
  EXPECT_EQ(cluster.find_stack("cuda", "y")->toolkit, "2");
  EXPECT_EQ(cluster.find_stack("cuda", "z")->toolkit, "1");
  EXPECT_EQ(cluster.find_stack("cuda", "")->toolkit, "1");
  EXPECT_EQ(cluster.find_stack("hip", "x"), nullptr);
}

TEST(Site, a_stack_for_other_gpus_only_is_none) {
  Cluster cluster;
  cluster.stacks = {stack_of("cuda", {"x"}, "2")};
  EXPECT_EQ(cluster.find_stack("cuda", "z"), nullptr);
}

TEST(Site, clusters_are_found_by_exact_name) {
  SiteProfile profile;
  profile.clusters.resize(2);
  profile.clusters[1].name = "oak";
  EXPECT_EQ(profile.find_cluster("oak"), &profile.clusters[1]);
  EXPECT_EQ(profile.find_cluster("Oak"), nullptr);
}

TEST(Site, a_profile_is_completed_where_it_can_be_changed) {
  SiteProfile profile;
  profile.center = "north";
  profile.file = "/usr/share/gpujob/profiles/sites/north.yaml";
  EXPECT_EQ(file_to_complete(profile),
            "~/.config/gpujob/profiles/sites/north.yaml ('overlays: north')");
  profile.is_installed = false;
  profile.file = "/home/ada/mine/sites/north.yaml";
  EXPECT_EQ(file_to_complete(profile), "/home/ada/mine/sites/north.yaml");
  profile.overlays = {"/etc/xdg/gpujob/profiles/sites/north.yaml", "/home/ada/o/sites/north.yaml"};
  EXPECT_EQ(file_to_complete(profile), "/home/ada/o/sites/north.yaml");
}

}  // namespace
}  // namespace gpujob
