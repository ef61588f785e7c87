// SPDX-License-Identifier: MIT
#include "sandbox/slurm_conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/messages.h"
#include "unit/sandbox/small_cluster.h"

namespace gpujob {
namespace {

using testing::HasSubstr;
using testing::Not;

const SandboxLayout kConfLayout{"/home/ada/s", "/run/g"};
const SlurmSettings kSettings{"login1", "1000", 20'000, 20'001, 77};

Emulation small(SandboxScale scale) {
  auto made = emulate(small_cluster(), "x/small", scale);
  EXPECT_TRUE(is_ok(made));
  return *std::move(made);
}

TEST(SlurmConf, NamesClusterHostUserAndFiles) {
  const std::string text = slurm_conf(small(SandboxScale::Run), kConfLayout, kSettings);
  EXPECT_THAT(text, HasSubstr("ClusterName=small\nSlurmctldHost=login1(127.0.0.1)\n"
                              "SlurmctldPort=20000\nSlurmUser=1000\nSlurmdUser=1000\n"
                              "AuthInfo=socket=/run/g/munge.socket\n"));
  EXPECT_THAT(text, HasSubstr("\nFirstJobId=77\nStateSaveLocation=/home/ada/s/state\n"
                              "SlurmctldPidFile=/run/g/slurmctld.pid\n"
                              "SlurmdSpoolDir=/run/g/d/%n\nSlurmdPidFile=/run/g/d/%n.pid\n"));
}

TEST(SlurmConf, LimitsArraysWhereTheCenterDoes) {
  Cluster cluster = small_cluster();
  cluster.max_array_size = 1001;
  cluster.nodes[0].count.reset();
  cluster.nodes[0].count_at_most = 3;
  const auto made = emulate(cluster, "x/small", SandboxScale::Full);
  ASSERT_TRUE(is_ok(made));
  EXPECT_THAT(slurm_conf(*made, kConfLayout, kSettings), HasSubstr("\nMaxArraySize=1001\n"));
  EXPECT_EQ(made->groups[0].count, 3) << "no more than the bound";
  EXPECT_THAT(slurm_conf(small(SandboxScale::Full), kConfLayout, kSettings),
              Not(HasSubstr("MaxArraySize")));
}

TEST(SlurmConf, EveryNodeOfScaleRunHasItsPort) {
  const std::string text = slurm_conf(small(SandboxScale::Run), kConfLayout, kSettings);
  const std::string thin =
      " CPUs=64 Boards=1 SocketsPerBoard=1 CoresPerSocket=32 ThreadsPerCore=2 RealMemory=128000 "
      "Feature=a,b State=UNKNOWN\n";
  EXPECT_THAT(
      text, HasSubstr("NodeName=thin-1 NodeHostname=login1 NodeAddr=127.0.0.1 Port=20001" + thin));
  EXPECT_THAT(
      text, HasSubstr("NodeName=thin-2 NodeHostname=login1 NodeAddr=127.0.0.1 Port=20002" + thin));
  EXPECT_THAT(text, HasSubstr("NodeName=big-1 NodeHostname=login1 NodeAddr=127.0.0.1 Port=20003 "
                              "CPUs=64 Boards=1 SocketsPerBoard=1 CoresPerSocket=64 "
                              "ThreadsPerCore=1 RealMemory=262144 Gres=gpu:X1:1 State=UNKNOWN\n"));
  EXPECT_THAT(text, Not(HasSubstr("CLOUD")));
}

TEST(SlurmConf, NodesOfScaleFullNeedNoDaemon) {
  const std::string text = slurm_conf(small(SandboxScale::Full), kConfLayout, kSettings);
  EXPECT_THAT(text, HasSubstr("\nNodeName=thin-[1-30] CPUs=64 "));
  EXPECT_THAT(text, HasSubstr("Gres=gpu:X1:1 State=CLOUD\n"));
  EXPECT_THAT(text, HasSubstr("\nResumeProgram=/bin/true\n"));
  EXPECT_THAT(text, Not(HasSubstr("Port=20001")));
}

TEST(SlurmConf, KeepsCoresFromJobsAndNoThreads) {
  Emulation emulation = small(SandboxScale::Full);
  emulation.groups[0].reserved_cpus = 8;
  const std::string text = slurm_conf(emulation, kConfLayout, kSettings);
  EXPECT_THAT(text, HasSubstr("ThreadsPerCore=2 RealMemory=128000 CpuSpecList=56-63 "));
  EXPECT_THAT(text, HasSubstr("RealMemory=262144 Gres=gpu:X1:1 State=CLOUD"));
}

TEST(SlurmConf, APartitionHasTheLimitsOfTheProfile) {
  Emulation emulation = small(SandboxScale::Full);
  EXPECT_THAT(slurm_conf(emulation, kConfLayout, kSettings),
              HasSubstr("\nPartitionName=main State=UP MaxTime=01:00:00 "
                        "Nodes=thin-[1-30],big-[1-4] Default=YES DefMemPerCPU=2000\n"));
  EmulatedPartition& partition = emulation.partitions[0];
  partition.is_default = false;
  partition.exclusive = true;
  partition.max_time.reset();
  partition.default_time = Seconds(60);
  partition.max_nodes = 3;
  partition.shapes = {"big"};
  EXPECT_THAT(slurm_conf(emulation, kConfLayout, kSettings),
              HasSubstr("\nPartitionName=main State=UP MaxTime=UNLIMITED Nodes=big-[1-4] "
                        "DefaultTime=00:01:00 MaxNodes=3 OverSubscribe=EXCLUSIVE "
                        "DefMemPerCPU=2000\n"));
}

TEST(SlurmConf, APartitionAllowsWhatIsForIt) {
  Cluster cluster = small_cluster();
  cluster.partitions.push_back(cluster.partitions.front());
  cluster.partitions[1].name = "night";
  cluster.qos.resize(2);
  cluster.qos[0].name = "any";
  cluster.qos[1].name = "dark";
  cluster.qos[1].partitions = {"night"};
  const Emulation emulation = *emulate(cluster, "x/small", SandboxScale::Full);
  SlurmSettings settings = kSettings;
  EXPECT_THAT(slurm_conf(emulation, kConfLayout, settings), Not(HasSubstr("AllowQos")));
  settings.slurmdbd_port = 20'009;
  const std::string text = slurm_conf(emulation, kConfLayout, settings);
  EXPECT_THAT(text, HasSubstr(" DefMemPerCPU=2000 AllowQos=any,normal\nPartitionName=night "));
  EXPECT_THAT(text, Not(HasSubstr("dark")));
}

TEST(SlurmConf, APartitionWithoutNodesNamesNone) {
  Emulation emulation = small(SandboxScale::Full);
  emulation.partitions[0].shapes.clear();
  EXPECT_THAT(slurm_conf(emulation, kConfLayout, kSettings),
              HasSubstr("\nPartitionName=main State=UP MaxTime=01:00:00 Default=YES "));
}

TEST(SlurmConf, LimitsAndRulesAreEnforced) {
  const std::string text = slurm_conf(small(SandboxScale::Run), kConfLayout, kSettings);
  EXPECT_THAT(text, HasSubstr("\nEnforcePartLimits=ALL\n"));
  EXPECT_THAT(text, HasSubstr("\nJobSubmitPlugins=lua\n"));
  EXPECT_THAT(text, HasSubstr("\nCommunicationParameters=NoCtldInAddrAny,NoInAddrAny\n"));
}

TEST(GresConf, OneFileIsNoRange) {
  Emulation emulation = small(SandboxScale::Full);
  EXPECT_EQ(gres_conf(emulation, kConfLayout),
            "AutoDetect=off\nNodeName=big-[1-4] Name=gpu Type=X1 File=/home/ada/s/gpu/gpu0\n");
  emulation.groups[1].gpus[0].count = 8;
  emulation.groups[1].gpus[0].gres = "";
  EXPECT_EQ(gres_conf(emulation, kConfLayout),
            "AutoDetect=off\nNodeName=big-[1-4] Name=gpu File=/home/ada/s/gpu/gpu[0-7]\n");
  EXPECT_EQ(most_gpus(emulation), 8);
}

TEST(GresConf, TypesOfANodeHaveFilesOfTheirOwn) {
  Emulation emulation = small(SandboxScale::Full);
  emulation.groups[1].gpus[0].count = 3;
  emulation.groups[1].gpus.push_back({"slice", "x_1g.5gb", Vendor::Nvidia, 7});
  EXPECT_EQ(gres_conf(emulation, kConfLayout),
            "AutoDetect=off\nNodeName=big-[1-4] Name=gpu Type=X1 File=/home/ada/s/gpu/gpu[0-2]\n"
            "NodeName=big-[1-4] Name=gpu Type=x_1g.5gb File=/home/ada/s/gpu/gpu[3-9]\n");
  EXPECT_EQ(most_gpus(emulation), 10);
  EXPECT_THAT(slurm_conf(emulation, kConfLayout, kSettings),
              HasSubstr(" Gres=gpu:X1:3,gpu:x_1g.5gb:7"));
}

TEST(GresConf, JobsSeeTheirGpusAsTheVendorNamesThem) {
  Emulation emulation = small(SandboxScale::Run);
  const std::string line =
      "AutoDetect=off\nNodeName=big-[1-2] Name=gpu Type=X1 File=/home/ada/s/gpu/gpu0 Flags=";
  EXPECT_EQ(gres_conf(emulation, kConfLayout), line + "nvidia_gpu_env\n");
  emulation.groups[1].gpus[0].vendor = Vendor::Amd;
  EXPECT_EQ(gres_conf(emulation, kConfLayout), line + "amd_gpu_env\n");
}

}  // namespace
}  // namespace gpujob
