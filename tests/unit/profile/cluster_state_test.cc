// SPDX-License-Identifier: MIT
#include "profile/cluster_state.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

using Texts = std::vector<std::string>;

Source read_on(const std::string& day) {
  return {{"https://docs.example.org"}, day, ""};
}

TEST(AgeOfFacts, OfAYearTheyCountAndADayLaterNot) {
  EXPECT_FALSE(is_out_of_date(read_on("2026-11-21"), "2026-11-21"));
  EXPECT_FALSE(is_out_of_date(read_on("2026-11-21"), "2027-11-21"));
  EXPECT_TRUE(is_out_of_date(read_on("2026-11-21"), "2027-11-22"));
  EXPECT_FALSE(is_out_of_date(read_on("2027-02-28"), "2028-02-28"));
  EXPECT_TRUE(is_out_of_date(read_on("2027-02-28"), "2028-02-29"));
}

TEST(AgeOfFacts, WithoutADayNothingIsSaid) {
  EXPECT_FALSE(is_out_of_date(read_on(""), "2027-11-22"));
}

TEST(AgeOfFacts, TheOldestIsNamed) {
  Cluster cluster;
  cluster.sources = {read_on("2026-11-21"), read_on("2025-01-02"), read_on("2025-06-01")};
  EXPECT_EQ(outdated_since(cluster, "2026-11-25"), "2025-01-02");
  EXPECT_EQ(outdated_since(cluster, "2026-01-01"), "");
  EXPECT_EQ(oldest_fact(cluster), "2025-01-02");
  EXPECT_EQ(oldest_fact({}), "");
}

GpuType undocumented() {
  GpuType type;
  type.request_documented = false;
  return type;
}

TEST(KnownOnly, IsAClusterInUseOfWhichNoGpuCanBeAskedFor) {
  Cluster cluster;
  EXPECT_TRUE(is_only_known(cluster));
  cluster.status.state = ClusterStatus::State::Retired;
  EXPECT_FALSE(is_only_known(cluster)) << "nothing is asked for there";
  cluster.status.state = ClusterStatus::State::Active;
  cluster.scheduler = Scheduler::None;
  EXPECT_FALSE(is_only_known(cluster)) << "GPUs are taken there";
  cluster.scheduler = Scheduler::Slurm;
  cluster.gpus = {undocumented(), undocumented()};
  EXPECT_TRUE(is_only_known(cluster));
  cluster.gpus[1].request_documented = true;
  EXPECT_FALSE(is_only_known(cluster));
  EXPECT_EQ(missing_facts(cluster), Texts{});
}

TEST(KnownOnly, SaysWhatIsMissing) {
  Cluster cluster;
  EXPECT_EQ(missing_facts(cluster),
            (Texts{"GPU types", "how to ask for GPUs", "partitions", "time limits", "modules"}));
  cluster.gpus = {undocumented()};
  cluster.partitions.resize(2);
  cluster.stacks.resize(1);
  EXPECT_EQ(missing_facts(cluster), (Texts{"how to ask for GPUs", "time limits"}));
  cluster.partitions[1].max_time = Seconds(60);
  EXPECT_EQ(missing_facts(cluster), Texts{"how to ask for GPUs"});
}

}  // namespace
}  // namespace gpujob
