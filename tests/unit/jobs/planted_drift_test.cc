// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "base/format.h"
#include "planted_changes.h"
#include "profile/reader.h"
#include "profiles/corpus.h"
#include "support/messages.h"
#include "support/read_source.h"

// Every profile against the saved outputs of a Slurm that is as it says, in which one thing at a
// time is changed: drift names that, and nothing else. The table of kinds, and what each must be
// called, is written by hand. A kind is planted wherever it means something, and again with other
// values, until there are sixty changes of each cluster.

namespace gpujob {
namespace {

constexpr std::size_t kFewest = 60;  ///< planted changes of each cluster
constexpr int kMostRounds = 60;

std::string text_of(Difference::Kind kind, const std::string& what, const std::string& key) {
  return format("{}: {} {}", to_string(kind), what, key);
}

std::vector<std::string> drift_of(const PlantingGround& site, const FakeSlurm& slurm) {
  const auto inventory = read_inventory(slurm.texts());
  if (!inventory) return {inventory.failure().diagnostics.front().line()};
  std::vector<std::string> said;
  for (const Difference& one : find_drift(site.file, site.cluster, *inventory))
    said.push_back(text_of(one.kind, one.what, one.key));
  return said;
}

class PlantedDrift : public testing::TestWithParam<std::string> {};

TEST_P(PlantedDrift, EachChangeIsNamedAlone) {
  const auto file = parse_profile(GetParam(), read_source("profiles/sites/" + GetParam()));
  ASSERT_TRUE(is_ok(file));
  const auto profile = read_profile(*file);
  ASSERT_TRUE(is_ok(profile));
  for (const Cluster& cluster : profile->clusters) {
    PlantingGround site{*file, cluster, {}};
    site.slurm = make_fake_slurm(site.cluster);
    if (cluster.partitions.empty() && cluster.nodes.empty()) continue;  // nothing to compare
    EXPECT_EQ(drift_of(site, site.slurm), std::vector<std::string>()) << cluster.name;
    std::size_t planted = 0;
    for (int round = 0; round < kMostRounds && planted < kFewest; ++round) {
      for (const auto& changes : {planted_changes(), planted_counts()}) {
        for (const PlantedChange& change : changes) {
          change.plant(site, round, [&](const ExpectedDrift& expected, const FakeSlurm& slurm) {
            ++planted;
            EXPECT_EQ(drift_of(site, slurm),
                      std::vector{text_of(expected.kind, expected.what, expected.key)})
                << cluster.name << ": " << change.name << ", round " << round;
          });
        }
      }
    }
    EXPECT_GE(planted, kFewest) << cluster.name;
  }
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  return info.param.substr(0, info.param.find('.'));
}

INSTANTIATE_TEST_SUITE_P(Profiles, PlantedDrift,
                         testing::ValuesIn(yaml_files(std::string(GPUJOB_SOURCE_DIR) +
                                                      "/profiles/sites")),
                         test_name);

}  // namespace
}  // namespace gpujob
