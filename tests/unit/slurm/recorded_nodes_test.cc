// SPDX-License-Identifier: MIT
// What `scontrol show node` of other releases than this machine's really printed, from public
// pages; each is named by its node, by which the page is found.

#include <gtest/gtest.h>

#include "slurm/inventory.h"

namespace gpujob {
namespace {

SlurmNode recorded(const std::string& text) {
  const auto read = read_inventory({"ClusterName = x\nSLURM_VERSION = x\n",
                                    "PartitionName=x MaxTime=UNLIMITED\n", text, std::nullopt});
  EXPECT_TRUE(read) << text;
  return read && read->nodes.size() == 1 ? read->nodes.front() : SlurmNode{};
}

using Gpus = std::map<std::string, int>;
using Words = std::vector<std::string>;

// User guide of the Interfaculty Bioinformatics Unit, Bern: how to look at a node.
TEST(RecordedNodes, Slurm20_11) {
  const SlurmNode node = recorded(R"(NodeName=binfservas07 Arch=x86_64 CoresPerSocket=8 
   CPUAlloc=16 CPUTot=16 CPULoad=16.15
   AvailableFeatures=(null)
   ActiveFeatures=(null)
   Gres=(null)
   NodeAddr=binfservas07 NodeHostName=binfservas07 Version=20.11.8
   OS=Linux 3.10.0-1160.45.1.el7.x86_64 #1 SMP Wed Oct 13 17:20:51 UTC 2021 
   RealMemory=250000 AllocMem=120424 FreeMem=103877 Sockets=2 Boards=1
   State=ALLOCATED ThreadsPerCore=1 TmpDisk=6900000 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=pall 
   BootTime=2021-10-25T15:48:07 SlurmdStartTime=2021-10-25T17:44:25
   CfgTRES=cpu=16,mem=250000M,billing=16
   AllocTRES=cpu=16,mem=120424M
   CapWatts=n/a
   CurrentWatts=0 AveWatts=0
   ExtSensorsJoules=n/s ExtSensorsWatts=0 ExtSensorsTemp=n/s
)");
  EXPECT_EQ(node.name, "binfservas07");
  EXPECT_EQ(node.cpus, 16);
  EXPECT_EQ(node.usable_cpus, 16);  // CPUEfctv came with 22.05
  EXPECT_EQ(node.memory_mib, 250000);
  EXPECT_EQ(node.partitions, Words{"pall"});
  EXPECT_TRUE(node.features.empty());
  EXPECT_TRUE(node.gpus.empty());
}

// Midway3, University of Chicago: GPUs without a type, upper case in features.
TEST(RecordedNodes, Slurm20_11WithGpus) {
  const SlurmNode node = recorded(R"(NodeName=midway3-0604 Arch=x86_64 CoresPerSocket=24
   CPUAlloc=24 CPUTot=48 CPULoad=4.20
   AvailableFeatures=gold-6542Y,1t,H200,DLC
   ActiveFeatures=gold-6542Y,1t,H200,DLC
   Gres=gpu:4
   NodeAddr=midway3-0604 NodeHostName=midway3-0604 Version=20.11.8
   RealMemory=1031795 AllocMem=262144 FreeMem=1009091 Sockets=2 Boards=1
   State=MIXED ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=gagalli-gpu
   CfgTRES=cpu=48,mem=1031795M,billing=48,gres/gpu=4
   AllocTRES=cpu=24,mem=256G,gres/gpu=4
   Comment=(null)
)");
  EXPECT_EQ(node.cpus, 48);
  EXPECT_EQ(node.gpus, (Gpus{{"", 4}}));
  EXPECT_EQ(node.features, (Words{"gold-6542Y", "1t", "H200", "DLC"}));
  EXPECT_EQ(node.memory_mib, 1031795);
}

// Avicenna: a tutorial about its partition gpgpu.
TEST(RecordedNodes, Slurm22_05) {
  const SlurmNode node = recorded(R"(NodeName=g01 Arch=x86_64 CoresPerSocket=1
   CPUAlloc=0 CPUEfctv=24 CPUTot=24 CPULoad=0.00
   AvailableFeatures=(null)
   ActiveFeatures=(null)
   Gres=gpu:ampere:2(S:0)
   NodeAddr=g01 NodeHostName=g01 Version=22.05.2
   OS=Linux 4.18.0-372.19.1.el8_6.x86_64 #1 SMP Tue Aug 2 16:19:42 UTC 2022
   RealMemory=121856 AllocMem=0 FreeMem=127045 Sockets=24 Boards=1
   State=IDLE ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=gpgpu
   BootTime=2023-02-13T21:25:58 SlurmdStartTime=2023-02-14T00:25:43
   LastBusyTime=2023-02-26T02:14:04
   CfgTRES=cpu=24,mem=119G,billing=24
   AllocTRES=
)");
  EXPECT_EQ(node.gpus, (Gpus{{"ampere", 2}}));
  EXPECT_EQ(node.usable_cpus, 24);
  EXPECT_EQ(node.memory_mib, 121856);
}

// nml-slurm-cluster: an example of distributed training.
TEST(RecordedNodes, Slurm23_11) {
  const SlurmNode node = recorded(R"(NodeName=nml-slurm-node2 Arch=x86_64 CoresPerSocket=10
   CPUAlloc=0 CPUEfctv=20 CPUTot=20 CPULoad=0.02
   AvailableFeatures=(null)
   ActiveFeatures=(null)
   Gres=gpu:5(S:0)
   NodeAddr=nml-slurm-node2 NodeHostName=nml-slurm-node2 Version=23.11.0
   OS=Linux 6.2.0-37-generic #38~22.04.1-Ubuntu SMP PREEMPT_DYNAMIC Thu Nov  2 18:01:13 UTC 2
   RealMemory=31906 AllocMem=0 FreeMem=19636 Sockets=1 Boards=1
   State=IDLE ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=debug
   BootTime=2023-12-07T21:50:19 SlurmdStartTime=2023-12-07T21:50:30
   LastBusyTime=2023-12-08T12:20:07 ResumeAfterTime=None
   CfgTRES=cpu=20,mem=31906M,billing=20
   AllocTRES=
)");
  EXPECT_EQ(node.gpus, (Gpus{{"", 5}}));
  EXPECT_EQ(node.threads_per_core, 2);
  EXPECT_EQ(node.memory_mib, 31906);
}

// A cluster of two nodes with Quadro P1000: one line, as with --oneliner.
TEST(RecordedNodes, Slurm23_11OnOneLine) {
  const SlurmNode node = recorded(
      "NodeName=master Arch=x86_64 CoresPerSocket=10  CPUAlloc=0 CPUEfctv=20 CPUTot=20 "
      "CPULoad=0.04 "
      "AvailableFeatures=(null) ActiveFeatures=(null) Gres=gpu:quadro_p1000:1(S:0) NodeAddr=master "
      "NodeHostName=master Version=23.11.3 OS=Linux 5.14.0-611.20.1.el9_7.x86_64 #1 SMP "
      "PREEMPT_DYNAMIC Thu Jan 15 13:21:39 UTC 2026  RealMemory=62715 AllocMem=0 FreeMem=56761 "
      "Sockets=1 Boards=1 State=IDLE ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A "
      "Partitions=debug  BootTime=2026-01-23T11:37:06 SlurmdStartTime=2026-01-24T11:08:56 "
      "LastBusyTime=2026-01-24T11:08:56 ResumeAfterTime=None CfgTRES=cpu=20,mem=62715M,billing=20 "
      "AllocTRES= CapWatts=n/a CurrentWatts=0 AveWatts=0 ExtSensorsJoules=n/a ExtSensorsWatts=0 "
      "ExtSensorsTemp=n/a\n");
  EXPECT_EQ(node.gpus, (Gpus{{"quadro_p1000", 1}}));
  EXPECT_EQ(node.partitions, Words{"debug"});
  EXPECT_EQ(node.threads_per_core, 2);
  EXPECT_EQ(node.memory_mib, 62715);
  EXPECT_EQ(node.arch, "x86_64");
}

}  // namespace
}  // namespace gpujob
