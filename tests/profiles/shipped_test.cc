// SPDX-License-Identifier: MIT
#include <cstdio>
#include <gtest/gtest.h>

#include "corpus.h"
#include "profile/check.h"
#include "profile/reader.h"
#include "profile/sourcing.h"
#include "support/messages.h"
#include "support/read_source.h"
#include "workload/reader.h"

// The profiles, the catalogue and the manifests that are installed.

namespace gpujob {
namespace {

const std::string kSites = std::string(GPUJOB_SOURCE_DIR) + "/profiles/sites";

GpuCatalogue catalogue() {
  Result<GpuCatalogue> models =
      read_gpu_catalogue("profiles/gpus.yaml", read_source("profiles/gpus.yaml"));
  EXPECT_TRUE(is_ok(models));
  return models ? *models : GpuCatalogue({});
}

TEST(Shipped, profiles_are_valid_and_called_by_their_center) {
  for (const std::string& file : yaml_files(kSites)) {
    const Result<SiteProfile> profile = read_profile(file, read_source("profiles/sites/" + file));
    ASSERT_TRUE(is_ok(profile)) << file;
    EXPECT_EQ(profile->center + ".yaml", file);
  }
}

TEST(Shipped, gpu_models_of_profiles_are_in_the_catalogue) {
  const GpuCatalogue models = catalogue();
  for (const std::string& name : yaml_files(kSites)) {
    const std::string text = read_source("profiles/sites/" + name);
    const Result<YamlFile> file = parse_yaml(name, text);
    const Result<SiteProfile> profile = read_profile(name, text);
    ASSERT_TRUE(is_ok(file) && is_ok(profile));
    EXPECT_EQ(lines_of(check_models(*file, *profile, models)), std::vector<std::string>{});
  }
}

TEST(Shipped, every_cluster_says_where_its_facts_are_from) {
  for (const std::string& file : yaml_files(kSites)) {
    const Result<SiteProfile> profile = read_profile(file, read_source("profiles/sites/" + file));
    ASSERT_TRUE(is_ok(profile));
    for (const Cluster& cluster : profile->clusters) {
      EXPECT_FALSE(cluster.sources.empty()) << file << ": " << cluster.name;
    }
  }
}

TEST(Shipped, most_blocks_have_a_source_of_their_own) {
  SourcingScore all;
  for (const std::string& name : yaml_files(kSites)) {
    const auto file = parse_yaml(name, read_source("profiles/sites/" + name));
    ASSERT_TRUE(is_ok(file)) << name;
    const SourcingScore score = sourcing_score(*file);
    std::printf("%-14s %3zu of %3zu blocks sourced\n", name.c_str(), score.own, score.blocks);
    all.own += score.own;
    all.blocks += score.blocks;
  }
  std::printf("%-14s %3zu of %3zu\n", "all", all.own, all.blocks);
  EXPECT_GT(all.blocks, 300u);
  // The others have their cluster's. The share may only rise.
  EXPECT_GE(all.own * 338, all.blocks * 236);
}

TEST(Shipped, files_lead_editors_to_their_schema) {
  const std::string mark = "# yaml-language-server: $schema=";
  for (const std::string& file : yaml_files(kSites)) {
    const std::string text = read_source("profiles/sites/" + file);
    EXPECT_TRUE(text.starts_with(mark + "../schema/profile.schema.json\n")) << file;
  }
  EXPECT_TRUE(read_source("profiles/gpus.yaml").starts_with(mark + "schema/gpus.schema.json\n"));
}

TEST(Shipped, manifests_are_valid) {
  const std::string workloads = std::string(GPUJOB_SOURCE_DIR) + "/kernels/workloads";
  for (const auto& entry : std::filesystem::directory_iterator(workloads)) {
    const std::string name = entry.path().filename().string();
    const std::string file = "kernels/workloads/" + name + "/workload.yaml";
    const std::string text = read_source(file);
    const Result<Workload> workload = read_workload(file, text);
    ASSERT_TRUE(is_ok(workload));
    EXPECT_EQ(workload->name, name);
    EXPECT_TRUE(text.starts_with("# yaml-language-server: $schema=")) << file;
  }
}

}  // namespace
}  // namespace gpujob
