// SPDX-License-Identifier: MIT
// What `scontrol show node` of other releases than this machine's really printed, from public
// pages: by their repository, else by the name of the node, by which the page is found.

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

// parlaynu/learn-slurm: README.md. Nothing is configured, so it has 1 MiB.
TEST(RecordedNodes, Slurm21_08) {
  const SlurmNode node = recorded(R"(NodeName=slurm-00 Arch=x86_64 CoresPerSocket=1 
   CPUAlloc=0 CPUTot=1 CPULoad=0.06
   AvailableFeatures=(null)
   ActiveFeatures=(null)
   Gres=(null)
   NodeAddr=slurm-00 NodeHostName=slurm-00 Version=21.08.5
   OS=Linux 5.19.0-1024-aws #25~22.04.1-Ubuntu SMP Tue Apr 18 23:41:58 UTC 2023 
   RealMemory=1 AllocMem=0 FreeMem=201 Sockets=1 Boards=1
   State=IDLE ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=studio 
   BootTime=2023-05-10T21:33:59 SlurmdStartTime=2023-05-10T22:11:46
   LastBusyTime=2023-05-10T22:16:35
   CfgTRES=cpu=1,mem=1M,billing=1
   AllocTRES=
   CapWatts=n/a
   CurrentWatts=0 AveWatts=0
   ExtSensorsJoules=n/s ExtSensorsWatts=0 ExtSensorsTemp=n/s
)");
  EXPECT_EQ(node.name, "slurm-00");
  EXPECT_EQ(node.cpus, 1);
  EXPECT_EQ(node.usable_cpus, 1);
  EXPECT_EQ(node.memory_mib, 1);
  EXPECT_EQ(node.partitions, Words{"studio"});
}

// Biowulf, National Institutes of Health: notes on its node cn1092. Beside GPUs it counts its disk.
TEST(RecordedNodes, Slurm21_08WithGpus) {
  const SlurmNode node = recorded(R"(NodeName=cn1092 Arch=x86_64 CoresPerSocket=8
   CPUAlloc=64 CPUTot=64 CPULoad=6.96
   AvailableFeatures=cpu64,core32,g256,ssd3200,e7543p,ibhdr200,gpua100
   ActiveFeatures=cpu64,core32,g256,ssd3200,e7543p,ibhdr200,gpua100
   Gres=gpu:a100:4(S:0-3),lscratch:3200
   NodeAddr=cn1092 NodeHostName=cn1092 Version=21.08.8-2
   OS=Linux 3.10.0-862.14.4.el7.x86_64 #1 SMP Wed Sep 26 15:12:11 UTC 2018
   RealMemory=253400 AllocMem=204800 FreeMem=99636 Sockets=4 Boards=1
   State=ALLOCATED ThreadsPerCore=2 TmpDisk=3601900 Weight=10000 Owner=N/A MCS_label=N/A
   Partitions=interactive,gpu
   BootTime=2022-12-09T13:07:40 SlurmdStartTime=2022-12-11T11:47:25
   LastBusyTime=2022-12-21T14:20:58
   CfgTRES=cpu=64,mem=253400M,billing=64,gres/gpu=4,gres/gpu:a100=4,gres/lscratch=3200
   AllocTRES=cpu=64,mem=200G,gres/gpu=4,gres/gpu:a100=4
   CapWatts=n/a
   CurrentWatts=0 AveWatts=0
   ExtSensorsJoules=n/s ExtSensorsWatts=0 ExtSensorsTemp=n/s
)");
  EXPECT_EQ(node.gpus, (Gpus{{"a100", 4}}));
  EXPECT_EQ(node.partitions, (Words{"interactive", "gpu"}));
  EXPECT_EQ(node.features,
            (Words{"cpu64", "core32", "g256", "ssd3200", "e7543p", "ibhdr200", "gpua100"}));
  EXPECT_EQ(node.threads_per_core, 2);
  EXPECT_EQ(node.memory_mib, 253400);
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

// aws/aws-parallelcluster-node: tests/common/schedulers/test_slurm_commands.py. A node of a cloud.
TEST(RecordedNodes, Slurm23_02) {
  const SlurmNode node = recorded(R"(NodeName=queue1-st-crt2micro-1 Arch=x86_64 CoresPerSocket=1
   CPUAlloc=0 CPUEfctv=1 CPUTot=1 CPULoad=0.00
   AvailableFeatures=static,t2.micro,crt2micro
   ActiveFeatures=static,t2.micro,crt2micro
   Gres=(null)
   NodeAddr=10.0.236.182 NodeHostName=queue1-st-crt2micro-1 Version=23.02.4
   OS=Linux 5.10.186-179.751.amzn2.x86_64 #1 SMP Tue Aug 1 20:51:38 UTC 2023
   RealMemory=972 AllocMem=0 FreeMem=184 Sockets=1 Boards=1
   State=IDLE+CLOUD+MAINTENANCE+RESERVED ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=queue1
   BootTime=2023-10-13T10:09:58 SlurmdStartTime=2023-10-13T10:13:17
   LastBusyTime=2023-10-13T10:13:20 ResumeAfterTime=None
   CfgTRES=cpu=1,mem=972M,billing=1
   AllocTRES=
   CapWatts=n/a
   CurrentWatts=0 AveWatts=0
   ExtSensorsJoules=n/s ExtSensorsWatts=0 ExtSensorsTemp=n/s
   ReservationName=root_5
)");
  EXPECT_EQ(node.features, (Words{"static", "t2.micro", "crt2micro"}));
  EXPECT_EQ(node.partitions, Words{"queue1"});
  EXPECT_EQ(node.memory_mib, 972);
  EXPECT_TRUE(node.gpus.empty());
}

// qlin960618/nml-slurm-example: README.md.
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

// A guide to Slurm's commands at a university: its node login-01.
TEST(RecordedNodes, Slurm24_05) {
  const SlurmNode node = recorded(R"(NodeName=login-01 Arch=x86_64 CoresPerSocket=64
   CPUAlloc=0 CPUEfctv=256 CPUTot=256 CPULoad=1.36
   AvailableFeatures=login,dtn,external,amd,milan
   ActiveFeatures=login,dtn,external,amd,milan
   Gres=(null)
   NodeAddr=login-01 NodeHostName=login-01 Version=24.05.4
   OS=Linux 4.18.0-553.33.1.el8_10.x86_64 #1 SMP Thu Dec 19 14:28:01 UTC 2024
   RealMemory=1031864 AllocMem=0 FreeMem=87011 Sockets=2 Boards=1
   State=IDLE ThreadsPerCore=2 TmpDisk=1000000 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=dtn
   BootTime=2025-01-29T09:38:23 SlurmdStartTime=2025-01-29T09:49:10
   LastBusyTime=2025-02-03T15:20:44 ResumeAfterTime=None
   CfgTRES=cpu=256,mem=1031864M,billing=256
   AllocTRES=
   CurrentWatts=0 AveWatts=0
)");
  EXPECT_EQ(node.cpus, 256);
  EXPECT_EQ(node.threads_per_core, 2);
  EXPECT_EQ(node.features, (Words{"login", "dtn", "external", "amd", "milan"}));
  EXPECT_EQ(node.memory_mib, 1031864);
}

// A cluster of two nodes with H100, in a project's notes; times there are of another form.
TEST(RecordedNodes, Slurm24_11WithGpus) {
  const SlurmNode node = recorded(R"(NodeName=worker-1 Arch=x86_64 CoresPerSocket=32
   CPUAlloc=0 CPUEfctv=128 CPUTot=128 CPULoad=0.67
   AvailableFeatures=(null)
   ActiveFeatures=(null)
   Gres=gpu:nvidia_h100_80gb_hbm3:8(S:0-1)
   NodeAddr=10.5.170.103 NodeHostName=worker-1 Version=24.11.5
   OS=Linux 5.15.0-164-generic #174-Ubuntu SMP Fri Nov 14 20:25:16 UTC 2025
   RealMemory=1570840 AllocMem=0 FreeMem=1572718 Sockets=2 Boards=1
   State=IDLE+DYNAMIC_NORM ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=main,background
   BootTime=2026-01-14 13:48:23.UTC SlurmdStartTime=2026-01-14 14:04:46.UTC
   LastBusyTime=2026-01-14 13:58:13.UTC ResumeAfterTime=None
   CfgTRES=cpu=128,mem=1570840M,billing=128,gres/gpu=8
   AllocTRES=
   CurrentWatts=0 AveWatts=0

   InstanceId=computeinstance-e00rcsvhgse853pyd2
)");
  EXPECT_EQ(node.gpus, (Gpus{{"nvidia_h100_80gb_hbm3", 8}}));
  EXPECT_EQ(node.partitions, (Words{"main", "background"}));
  EXPECT_EQ(node.memory_mib, 1570840);
}

// A guide to a cluster for users of Julia: node k009.
TEST(RecordedNodes, Slurm24_11WithMemoryKeptBack) {
  const SlurmNode node = recorded(R"(NodeName=k009 Arch=x86_64 CoresPerSocket=48
   CPUAlloc=96 CPUEfctv=96 CPUTot=96 CPULoad=95.78
   AvailableFeatures=(null)
   ActiveFeatures=(null)
   Gres=(null)
   NodeAddr=k009 NodeHostName=k009 Version=24.11.5
   OS=Linux 5.14.0-503.38.1.el9_5.x86_64 #1 SMP PREEMPT_DYNAMIC Wed Apr 16 16:38:39 UTC 2025
   RealMemory=1544000 AllocMem=1048576 FreeMem=459956 Sockets=2 Boards=1
   MemSpecLimit=2000
   State=ALLOCATED ThreadsPerCore=1 TmpDisk=0 Weight=10 Owner=N/A MCS_label=N/A
   Partitions=work
)");
  EXPECT_EQ(node.memory_mib, 1542000);
  EXPECT_EQ(node.cpus, 96);
}

// An installation guide with two servers: node server2.
TEST(RecordedNodes, Slurm25_05) {
  const SlurmNode node = recorded(R"(NodeName=server2 Arch=x86_64 CoresPerSocket=24
   CPUAlloc=0 CPUEfctv=96 CPUTot=96 CPULoad=0.00
   AvailableFeatures=(null)
   ActiveFeatures=(null)
   Gres=gpu:nvidia_l40s:2
   NodeAddr=server2 NodeHostName=server2 Version=25.05.3
   OS=Linux 5.15.0-153-generic #163-Ubuntu SMP Thu Aug 7 16:37:18 UTC 2025
   RealMemory=515711 AllocMem=0 FreeMem=490309 Sockets=2 Boards=1
   State=IDLE ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=cpu,memory,gpu
   BootTime=2025-09-16T10:50:27 SlurmdStartTime=2025-09-23T10:08:51
   LastBusyTime=2025-09-23T10:08:51 ResumeAfterTime=None
   CfgTRES=cpu=96,mem=515711M,billing=96
   AllocTRES=
   CurrentWatts=0 AveWatts=0
)");
  EXPECT_EQ(node.gpus, (Gpus{{"nvidia_l40s", 2}}));
  EXPECT_EQ(node.partitions, (Words{"cpu", "memory", "gpu"}));
  EXPECT_EQ(node.threads_per_core, 2);
}

}  // namespace
}  // namespace gpujob
