// SPDX-License-Identifier: MIT
#include "slurm/inventory.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

constexpr const char* kConfig = "ClusterName = pond\nSLURM_VERSION = 23.11.10\n";
constexpr const char* kPartition = "PartitionName=p MaxTime=2-00:00:00 MaxNodes=UNLIMITED\n";
constexpr const char* kNode = "NodeName=n CPUTot=8 RealMemory=1000 Partitions=p\n";

SlurmNode slurm_node_of(const std::string& text) {
  const auto read = read_inventory({kConfig, kPartition, text, ""});
  EXPECT_TRUE(read) << text;
  return read ? read->nodes.front() : SlurmNode{};
}

std::string refusal(const InventoryTexts& texts) {
  const auto read = read_inventory(texts);
  EXPECT_FALSE(read);
  if (read) return "";
  EXPECT_EQ(read.failure().exit, ExitCode::Unknown);
  return read.failure().diagnostics.front().line();
}

TEST(Inventory, APartitionAllowsQosOrDeniesThem) {
  const auto read =
      read_inventory({kConfig,
                      "PartitionName=p MaxTime=1:00 AllowQos=ALL QoS=part_p\n"
                      "PartitionName=q MaxTime=1:00 AllowQos=day,night\n"
                      "PartitionName=r MaxTime=1:00 AllowAccounts=ALL DenyQos=night,dusk QoS=N/A\n",
                      kNode, "part_p||\nday||\nnight||\ndusk||\nnone|1:00|\n"});
  ASSERT_TRUE(read);
  using Names = std::vector<std::string>;
  EXPECT_EQ(read->places_of("day"), Names{}) << "everywhere";
  EXPECT_EQ(read->places_of("night"), (Names{"p", "q"}));
  EXPECT_EQ(read->places_of("dusk"), Names{"p"});
  EXPECT_EQ(read->places_of("none"), (Names{"p", "r"}));
  EXPECT_FALSE(read->may_be_asked_for(*read->find_qos("part_p"))) << "it is the partition's own";
  EXPECT_TRUE(read->may_be_asked_for(*read->find_qos("dusk")));
  Inventory closed = *read;
  closed.partitions = {read->partitions[1]};
  EXPECT_FALSE(closed.may_be_asked_for(*read->find_qos("dusk"))) << "no partition allows it";
}

TEST(Inventory, QosAreTheSameInUpperAndLowerCase) {
  const auto read = read_inventory({kConfig,
                                    "PartitionName=GPU MaxTime=1:00 QoS=part_GPU AllowQos=Day\n"
                                    "PartitionName=q MaxTime=1:00 DenyQos=DAY\n",
                                    kNode, "part_gpu|1:00|\nday||\n"});
  ASSERT_TRUE(read);
  ASSERT_NE(read->find_qos(read->partitions[0].qos), nullptr);
  EXPECT_FALSE(read->may_be_asked_for(*read->find_qos("part_gpu")));
  EXPECT_EQ(read->places_of("day"), std::vector<std::string>{"GPU"});
  EXPECT_EQ(read->find_qos("Day"), read->find_qos("day"));
}

TEST(Inventory, LongListsStayWhole) {
  // Longer than what a string holds inside itself: pieces must not outlive their text.
  const SlurmNode read = slurm_node_of(
      "NodeName=n CPUTot=8 RealMemory=1000 Partitions=first_partition,second_partition "
      "AvailableFeatures=a_long_feature,another_long_feature Gres=gpu:A100:4(S:0-1),lustre:1\n");
  EXPECT_EQ(read.partitions, (std::vector<std::string>{"first_partition", "second_partition"}));
  EXPECT_EQ(read.features, (std::vector<std::string>{"a_long_feature", "another_long_feature"}));
  EXPECT_EQ(read.gpus, (std::map<std::string, int>{{"A100", 4}}));
}

TEST(Inventory, TextThatPeopleWroteIsNotRead) {
  const SlurmNode read = slurm_node_of(
      "NodeName=n CPUTot=8 OS=Linux 5.14.0 #1 SMP RealMemory=1000 MemSpecLimit=100 "
      "Partitions=p Reason=CPUTot=1 Gres=gpu:8 [root@2026-11-20T10:00:00]\n");
  EXPECT_EQ(read.cpus, 8);
  EXPECT_EQ(read.memory_mib, 900);
  EXPECT_TRUE(read.gpus.empty());
}

TEST(Inventory, NoLimitIsAbsent) {
  const auto read =
      read_inventory({kConfig, kPartition, kNode, "normal|1-00:00:00|node=4\nlow||\n"});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->partitions[0].max_time, Seconds{2 * 24 * 3600});
  EXPECT_EQ(read->partitions[0].max_nodes, std::nullopt);
  EXPECT_EQ(read->partitions[0].default_time, std::nullopt);
  EXPECT_EQ(read->partitions[0].is_exclusive, std::nullopt);
  ASSERT_EQ(read->qos.size(), 2u);
  EXPECT_EQ(read->qos[0].max_nodes, 4);
  EXPECT_EQ(read->qos[0].max_time, Seconds{24 * 3600});
  EXPECT_EQ(read->qos[1].max_time, std::nullopt);
}

TEST(Inventory, QualitiesOfServiceHaveLimitsOfJobsAndOfAUsersJobs) {
  const auto read = read_inventory(
      {kConfig, kPartition, kNode, "debug|00:30:00|cpu=64,gres/gpu=8,node=2|1|2\nnone||||\n"});
  ASSERT_TRUE(read);
  const SlurmQos& debug = read->qos[0];
  EXPECT_EQ(debug.max_cpus, 64);
  EXPECT_EQ(debug.max_gpus, 8);
  EXPECT_EQ(debug.max_nodes, 2);
  EXPECT_EQ(debug.max_jobs, 1);
  EXPECT_EQ(debug.max_submitted, 2);
  EXPECT_FALSE(read->qos[1].has_limits());
  for (const char* row : {"x|||1\n", "x|||one|\n", "x||cpu=all|1|\n"})
    EXPECT_FALSE(read_inventory({kConfig, kPartition, kNode, row})) << row;
}

TEST(Inventory, WhatCannotBeReadIsAnError) {
  EXPECT_EQ(refusal({kConfig, kPartition, "NodeName=n CPUTot=x RealMemory=1\n", ""}),
            "node 'n': 'CPUTot=x' cannot be read (it is not what Slurm prints); save the outputs "
            "again");
  EXPECT_EQ(refusal({kConfig, kPartition, kNode, "normal|soon|\n"}),
            "QOS 'normal': 'MaxWall=soon' cannot be read (it is not what Slurm prints); save the "
            "outputs again");
  EXPECT_EQ(refusal({"", kPartition, kNode, ""}),
            "scontrol show config: no answer can be read (the output is empty or is another "
            "command's); save the output again");
  EXPECT_EQ(refusal({kConfig, kPartition, "{" + std::string(64 << 20, ' '), ""}),
            "JSON of nodes: document is too large (67108865 bytes; 67108864 at most)");
}

}  // namespace
}  // namespace gpujob
