// SPDX-License-Identifier: MIT
// What `scontrol show partition` and `show node` of other releases than this machine's printed of
// whole clusters, from public pages.

#include <gtest/gtest.h>

#include "slurm/ask_inventory.h"
#include "slurm/inventory.h"
#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

// Notes on an installation with other accelerators beside its GPU: node mn1. The configuration is
// not shown there.
constexpr const char* kPartition23_02 = R"(PartitionName=normal_master
   AllowGroups=ALL AllowAccounts=ALL AllowQos=ALL
   AllocNodes=ALL Default=YES QoS=N/A
   DefaultTime=5-00:00:00 DisableRootJobs=NO ExclusiveUser=NO GraceTime=0 Hidden=NO
   MaxNodes=3 MaxTime=5-00:00:00 MinNodes=0 LLN=NO )"
                                        R"(MaxCPUsPerNode=UNLIMITED MaxCPUsPerSocket=UNLIMITED
   Nodes=mn1
   PriorityJobFactor=50 PriorityTier=50 RootOnly=NO ReqResv=NO OverSubscribe=NO
   OverTimeLimit=NONE PreemptMode=OFF
   State=UP TotalCPUs=6 TotalNodes=1 SelectTypeParameters=NONE
   JobDefaults=(null)
   DefMemPerCPU=500 MaxMemPerNode=UNLIMITED
   TRES=cpu=6,mem=15800M,node=1,billing=11,gres/gpu=1
   TRESBillingWeights=CPU=1.0,Mem=0.25G,gres/gpu=2.0

)";
constexpr const char* kNode23_02 = R"(NodeName=mn1 Arch=x86_64 CoresPerSocket=1 
   CPUAlloc=6 CPUEfctv=6 CPUTot=6 CPULoad=22.10
   AvailableFeatures=(null)
   ActiveFeatures=(null)
   Gres=gpu:GTX1660Super:1,npu:Ascend910:4
   NodeAddr=mn1 NodeHostName=mn1 Version=23.02.4
   OS=Linux 3.10.0-1160.71.1.el7.x86_64 #1 SMP Tue Jun 28 15:37:28 UTC 2022 
   RealMemory=15800 AllocMem=4596 FreeMem=425 Sockets=3 Boards=1
   State=ALLOCATED ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=normal_master 
   BootTime=2024-03-27T08:50:41 SlurmdStartTime=2024-03-27T08:52:08
   LastBusyTime=2024-03-27T11:19:26 ResumeAfterTime=None
   CfgTRES=cpu=6,mem=15800M,billing=11,gres/gpu=1
   AllocTRES=cpu=6,mem=4596M
   CapWatts=n/a
   CurrentWatts=0 AveWatts=0
   ExtSensorsJoules=n/s ExtSensorsWatts=0 ExtSensorsTemp=n/s
   Comment=string
)";

TEST(RecordedCluster, Slurm23_02) {
  const auto read = read_inventory(
      {"ClusterName = x\nSLURM_VERSION = 23.02.4\n", kPartition23_02, kNode23_02, std::nullopt});
  ASSERT_TRUE(is_ok(read));
  ASSERT_EQ(read->partitions.size(), 1U);
  const SlurmPartition& partition = read->partitions.front();
  EXPECT_EQ(partition.is_default, true);
  EXPECT_EQ(partition.is_exclusive, false);
  EXPECT_EQ(partition.max_time, Seconds{5 * 24 * 3600});
  EXPECT_EQ(partition.default_time, partition.max_time);
  EXPECT_EQ(partition.max_nodes, 3);
  EXPECT_EQ(partition.default_memory_per_cpu_mib, 500);
  ASSERT_EQ(read->nodes.size(), 1U);
  EXPECT_EQ(read->nodes[0].gpus, (std::map<std::string, int>{{"GTX1660Super", 1}}));
  EXPECT_EQ(read->nodes[0].partitions, Words{"normal_master"});
  EXPECT_EQ(read->nodes[0].threads_per_core, 2);
  EXPECT_EQ(read->nodes[0].memory_mib, 15800);
}

// A course's cluster in containers: partitions cpu and gpu, nodes c1 and c2. Records of this
// release are not followed by an empty line.
constexpr const char* kPartitions25_11 = R"(PartitionName=cpu
   AllowGroups=ALL AllowAccounts=ALL AllowQos=ALL
   AllocNodes=ALL Default=YES QoS=N/A
   DefaultTime=NONE DisableRootJobs=NO ExclusiveUser=NO ExclusiveTopo=NO GraceTime=0 Hidden=NO
   MaxNodes=UNLIMITED MaxTime=UNLIMITED MinNodes=0 LLN=NO )"
                                         R"(MaxCPUsPerNode=UNLIMITED MaxCPUsPerSocket=UNLIMITED
   NodeSets=cpu_nodes
   Nodes=c[1-2]
   PriorityJobFactor=1 PriorityTier=1 RootOnly=NO ReqResv=NO OverSubscribe=NO
   OverTimeLimit=NONE PreemptMode=OFF
   State=UP TotalCPUs=24 TotalNodes=2 SelectTypeParameters=NONE
   JobDefaults=(null)
   DefMemPerNode=UNLIMITED MaxMemPerNode=UNLIMITED
   TRES=cpu=24,mem=15674M,node=2,billing=24
PartitionName=gpu
   AllowGroups=ALL AllowAccounts=ALL AllowQos=ALL
   AllocNodes=ALL Default=NO QoS=N/A
   DefaultTime=NONE DisableRootJobs=NO ExclusiveUser=NO ExclusiveTopo=NO GraceTime=0 Hidden=NO
   MaxNodes=UNLIMITED MaxTime=UNLIMITED MinNodes=0 LLN=NO )"
                                         R"(MaxCPUsPerNode=UNLIMITED MaxCPUsPerSocket=UNLIMITED
   NodeSets=gpu_nodes
   Nodes=(null)
   PriorityJobFactor=1 PriorityTier=1 RootOnly=NO ReqResv=NO OverSubscribe=NO
   OverTimeLimit=NONE PreemptMode=OFF
   State=UP TotalCPUs=0 TotalNodes=0 SelectTypeParameters=NONE
   JobDefaults=(null)
   DefMemPerNode=UNLIMITED MaxMemPerNode=UNLIMITED
   TRES=(null)
)";
constexpr const char* kNodes25_11 = R"(NodeName=c1 Arch=aarch64 CoresPerSocket=12
   CPUAlloc=0 CPUEfctv=12 CPUTot=12 CPULoad=0.26
   AvailableFeatures=cpu
   ActiveFeatures=cpu
   Gres=(null)
   NodeAddr=172.20.0.7 NodeHostName=c1 Version=25.11.4
   OS=Linux 6.10.14-linuxkit #1 SMP Thu Aug 14 19:26:13 UTC 2025
   RealMemory=7837 AllocMem=0 FreeMem=404 Sockets=1 Boards=1
   State=IDLE+DYNAMIC_NORM ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=cpu
   BootTime=2026-04-18T16:55:46 SlurmdStartTime=2026-04-20T11:38:57
   LastBusyTime=2026-04-21T06:06:22 ResumeAfterTime=None
   CfgTRES=cpu=12,mem=7837M,billing=12
   AllocTRES=
   CurrentWatts=0 AveWatts=0
NodeName=c2 Arch=aarch64 CoresPerSocket=12
   CPUAlloc=0 CPUEfctv=12 CPUTot=12 CPULoad=0.26
   AvailableFeatures=cpu
   ActiveFeatures=cpu
   Gres=(null)
   NodeAddr=172.20.0.5 NodeHostName=c2 Version=25.11.4
   OS=Linux 6.10.14-linuxkit #1 SMP Thu Aug 14 19:26:13 UTC 2025
   RealMemory=7837 AllocMem=0 FreeMem=404 Sockets=1 Boards=1
   State=IDLE+DYNAMIC_NORM ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=cpu
   BootTime=2026-04-18T16:55:46 SlurmdStartTime=2026-04-20T11:38:57
   LastBusyTime=2026-04-21T06:04:28 ResumeAfterTime=None
   CfgTRES=cpu=12,mem=7837M,billing=12
   AllocTRES=
   CurrentWatts=0 AveWatts=0
)";
constexpr const char* kConfig25_11 =
    "Configuration data as of 2026-04-21T06:19:30\nClusterName             = linux\n"
    "MaxArraySize            = 1001\nSLURM_VERSION           = 25.11.4\n\n"
    "Slurmctld(primary) at slurmctld is UP\n";

TEST(RecordedCluster, Slurm25_11) {
  FakeWorld world;
  world.put("/saved/config.txt", kConfig25_11);
  world.put("/saved/partition.txt", kPartitions25_11);
  world.put("/saved/node.txt", kNodes25_11);
  const auto texts = load_inventory(world, "/saved");
  ASSERT_TRUE(is_ok(texts));
  const auto read = read_inventory(*texts);
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->cluster_name, "linux");
  EXPECT_EQ(read->version, "25.11.4");
  EXPECT_EQ(read->max_array_size, 1001);
  ASSERT_EQ(read->partitions.size(), 2U);
  EXPECT_EQ(read->partitions[0].is_default, true);
  EXPECT_EQ(read->partitions[1].is_default, false);
  ASSERT_EQ(read->nodes.size(), 2U);
  EXPECT_EQ(read->nodes[1].name, "c2");
  EXPECT_EQ(read->nodes[1].arch, "aarch64");
  EXPECT_EQ(read->nodes[1].features, Words{"cpu"});
}

TEST(RecordedCluster, CutAnswersOfSlurm25_11AreNotWhole) {
  const std::string nodes = kNodes25_11;
  for (const char* before : {"   AllocTRES=\n   CurrentWatts", "   OS=Linux", "AveWatts=0\n"}) {
    FakeWorld world;
    world.put("/saved/config.txt", kConfig25_11);
    world.put("/saved/partition.txt", kPartitions25_11);
    world.put("/saved/node.txt", nodes.substr(0, nodes.rfind(before)));
    EXPECT_FALSE(load_inventory(world, "/saved")) << before;
  }
}

}  // namespace
}  // namespace gpujob
