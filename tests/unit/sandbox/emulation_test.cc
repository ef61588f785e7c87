// SPDX-License-Identifier: MIT
#include "sandbox/emulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/messages.h"
#include "unit/sandbox/small_cluster.h"

namespace gpujob {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Emulation, DeclaresWhatTheProfileSaysAtFullScale) {
  const auto made = emulate(small_cluster(), "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  NodeGroup thin;
  thin.shape = "thin";
  thin.count = 30;
  thin.cpus = 64;
  thin.threads_per_core = 2;
  thin.memory_mib = 128'000;
  thin.features = {"a", "b"};
  EXPECT_EQ(made->groups[0], thin);
  EXPECT_EQ(made->cluster_name, "small");
  EXPECT_EQ(made->nodes(), 34);
}

TEST(Emulation, ListsEveryFigureThatItAssumes) {
  const auto made = emulate(small_cluster(), "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_THAT(made->assumed,
              ElementsAre("node shape 'big': 4 nodes", "node shape 'big': 64 CPUs per node",
                          "node shape 'big': 262144 MiB of memory per node",
                          "node shape 'big': 1 GPU per node",
                          "memory for each CPU of jobs that name none: 2000 MiB in main"));
  const NodeGroup& big = made->groups[1];
  EXPECT_EQ(big.count, 4);
  EXPECT_EQ(big.cpus, 64);
  EXPECT_EQ(big.memory_mib, 262'144);
  EXPECT_EQ(gpus_on(big), 1);
}

TEST(Emulation, TakesTheVendorOfGpusFromTheCatalogue) {
  Cluster cluster = small_cluster();
  cluster.gpus[0].model = "amd-x";
  auto made = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  GpuModel model;
  model.id = "amd-x";
  model.vendor = Vendor::Amd;
  set_vendors(cluster, GpuCatalogue({model}), *made);
  EXPECT_EQ(made->groups[1].gpus[0].vendor, Vendor::Amd);
  EXPECT_THAT(made->groups[0].gpus, IsEmpty());
  made->groups[1].gpus[0].vendor = Vendor::Nvidia;
  set_vendors(cluster, GpuCatalogue({}), *made);
  EXPECT_EQ(made->groups[1].gpus[0].vendor, Vendor::Nvidia) << "of a model that is not known";
}

TEST(Emulation, KeepsTwoNodesOfAShapeAtScaleRun) {
  Cluster cluster = small_cluster();
  cluster.nodes[1].count = 1;
  const auto made = emulate(cluster, "x/small", SandboxScale::Run);
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->groups[0].count, 2);
  EXPECT_EQ(made->groups[1].count, 1);
}

TEST(Emulation, TakesMemoryStatedForEachCpuAndCpusThatAJobMayUse) {
  Cluster cluster = small_cluster();
  NodeShape& thin = cluster.nodes[0];
  thin.memory_mib.reset();
  thin.memory_per_cpu_mib = 1000;
  thin.usable_cpus = 60;
  const auto made = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->groups[0].cpus, 64);
  EXPECT_EQ(made->groups[0].reserved_cpus, 4);
  EXPECT_EQ(made->groups[0].memory_mib, 60'000);
  const auto running = emulate(cluster, "x/small", SandboxScale::Run);
  ASSERT_TRUE(is_ok(running));
  EXPECT_EQ(running->groups[0].cpus, 60) << "a slurmd without cgroups can reserve none";
  EXPECT_EQ(running->groups[0].reserved_cpus, 0);
  EXPECT_EQ(running->groups[0].memory_mib, 60'000);
}

TEST(Emulation, GivesAJobWithoutMemoryTheLeastShareOfThePartition) {
  const auto made = emulate(small_cluster(), "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->partitions[0].memory_per_cpu_mib, 2000);  // thin: 128000 / 64; big has 4096
}

TEST(Emulation, GivesAJobWithoutMemoryWhatTheProfileSays) {
  Cluster cluster = small_cluster();
  cluster.partitions[0].default_memory_per_cpu_mib = 1500;
  const auto made = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->partitions[0].memory_per_cpu_mib, 1500);
  EXPECT_THAT(made->assumed, Not(Contains(HasSubstr("memory for each CPU"))));
}

TEST(Emulation, GivesNoMoreMemoryThanANodeHasForAllItsCpus) {
  Cluster cluster = small_cluster();
  cluster.partitions[0].default_memory_per_cpu_mib = 2001;
  const auto made = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->partitions[0].memory_per_cpu_mib, 2000);
  EXPECT_THAT(made->assumed,
              Contains("memory for each CPU of jobs that name none: 2000 MiB in main (2001 is more "
                       "than a node has)"));
}

TEST(Emulation, PutsFeaturesThatMayBeAnywhereOnEveryNode) {
  Cluster cluster = small_cluster();
  cluster.unplaced_features = {"GROUP_A", "GROUP_B"};
  const auto made = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_THAT(made->groups[0].features, ElementsAre("a", "b", "GROUP_A", "GROUP_B"));
  EXPECT_THAT(made->groups[1].features, ElementsAre("GROUP_A", "GROUP_B"));
  EXPECT_THAT(made->assumed, Contains("nodes with feature GROUP_A, GROUP_B: all"));
}

TEST(Emulation, KeepsTheSitesSpellingOfGpuTypes) {
  Cluster cluster = small_cluster();
  const auto typed = emulate(cluster, "x/small", SandboxScale::Full);
  cluster.gpus[0].gres = "";
  const auto untyped = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(typed));
  ASSERT_TRUE(is_ok(untyped));
  EXPECT_EQ(typed->groups[1].gpus[0].gres, "X1");
  EXPECT_EQ(untyped->groups[1].gpus[0].gres, "");
}

TEST(Emulation, TheShorterOfTwoLimitsOfTimeCounts) {
  Cluster cluster = small_cluster();
  DirectiveRule rule;
  rule.option = "time";
  rule.max = "00:30:00";
  cluster.directives["time"] = rule;
  const auto shorter = emulate(cluster, "x/small", SandboxScale::Full);
  cluster.directives["time"].max = "7-00:00:00";
  const auto longer = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(shorter));
  ASSERT_TRUE(is_ok(longer));
  EXPECT_EQ(shorter->partitions[0].max_time, Seconds(1800));
  EXPECT_EQ(longer->partitions[0].max_time, Seconds(3600));
}

TEST(Emulation, AClusterWithoutPartitionsGetsOneAndSaysSo) {
  Cluster cluster = small_cluster();
  cluster.partitions.clear();
  cluster.nodes = {cluster.nodes[0]};
  cluster.nodes[0].partitions.clear();
  const auto made = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_THAT(made->assumed,
              ElementsAre("one partition 'small' of all nodes",
                          "memory for each CPU of jobs that name none: 2000 MiB in small"));
  ASSERT_EQ(made->partitions.size(), 1u);
  EXPECT_TRUE(made->partitions[0].is_default);
  EXPECT_THAT(made->partitions[0].shapes, ElementsAre("thin"));
}

TEST(Emulation, APartitionMayHaveNoNodes) {
  Cluster cluster = small_cluster();
  Partition empty;
  empty.name = "empty";
  cluster.partitions.push_back(empty);
  const auto made = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_THAT(made->partitions[1].shapes, IsEmpty());
}

TEST(Emulation, ARetiredClusterMayBeEmulated) {
  Cluster cluster = small_cluster();
  cluster.status.state = ClusterStatus::State::Retired;
  EXPECT_TRUE(is_ok(emulate(cluster, "x/small", SandboxScale::Run)));
}

TEST(Emulation, NothingCanBeMadeOfAClusterWithoutNodesOrScheduler) {
  Cluster cluster = small_cluster();
  cluster.nodes.clear();
  EXPECT_TRUE(fails_with(emulate(cluster, "x/small", SandboxScale::Run), ExitCode::Invalid,
                         {"site 'x/small': there is nothing to emulate (its profile describes no "
                          "nodes); name another site; 'gpujob site list' lists them"}));
  cluster.scheduler = Scheduler::None;
  EXPECT_TRUE(fails_with(emulate(cluster, "x/small", SandboxScale::Run), ExitCode::Invalid,
                         {"site 'x/small': there is nothing to emulate (it has no scheduler); name "
                          "another site; 'gpujob site list' lists them"}));
}

TEST(Emulation, SummaryCountsNodesAndGpusByType) {
  const auto made = emulate(small_cluster(), "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(summary_of(*made), "34 nodes, GPUs: 4 X1, partition: main (default)");
}

TEST(Emulation, MakesNodesThatAPartitionOnlyCounts) {
  Cluster cluster = small_cluster();
  Partition data;
  data.name = "data";
  data.nodes = 3;
  cluster.partitions.push_back(data);
  const auto made = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->partitions.back().shapes, std::vector<std::string>{"data"});
  EXPECT_EQ(node_list(made->groups.back()), "data-[1-3]");
}

}  // namespace
}  // namespace gpujob
