// SPDX-License-Identifier: MIT
#include "sandbox/processes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "base/process_stat.h"
#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

class Processes : public testing::Test {
 protected:
  void SetUp() override {
    world.put("/proc/sys/kernel/random/boot_id", "boot-1\n");
    world.put("/s/x/slurm.conf",
              "ClusterName=c\nNodeName=a-1 NodeHostname=h\nNodeName=a-2 NodeHostname=h\n");
  }

  /// A process whose environment has these entries.
  void add(long pid, long session, const std::vector<std::string>& entries,
           const std::string& name = "slurmd") {
    std::string environment;
    for (const std::string& entry : entries) environment += entry + '\0';
    const std::string directory = format("/proc/{}", pid);
    world.put(directory + "/environ", environment);
    world.put(directory + "/stat",
              format("{} ({}) S 1 {} {} 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 {} 0 0\n", pid, name,
                     pid, session, pid * 10));
  }

  std::vector<long> found() {
    std::vector<long> pids;
    for (const ProcessIdentity& process : sandbox_processes(world, "/s/x")) {
      pids.push_back(process.pid);
    }
    return pids;
  }

  FakeWorld world;
};

TEST_F(Processes, AreThoseWithTheMark) {
  add(10, 10, {"A=1", "GPUJOB_SANDBOX_DAEMON_OF=/s/x"});
  add(11, 11, {"GPUJOB_SANDBOX_DAEMON_OF=/s/xy"});
  add(12, 12, {"B=GPUJOB_SANDBOX_DAEMON_OF=/s/x"});
  EXPECT_THAT(found(), ElementsAre(10));
}

TEST_F(Processes, ATaskOfAJobBelongsButNotTheShellThatSentIt) {
  add(10, 10, {"SLURM_CONF=/s/x/slurm.conf", "SLURMD_NODENAME=a-1"}, "sleep");
  add(11, 11, {"SLURM_CONF=/s/x/slurm.conf"}, "bash");
  add(12, 12, {"SLURM_CONF=/s/y/slurm.conf", "SLURMD_NODENAME=a-1"}, "sleep");
  EXPECT_THAT(found(), ElementsAre(10));
}

TEST_F(Processes, AShellInAJobOfAnotherSlurmDoesNotBelong) {
  const std::string configuration = "SLURM_CONF=/s/x/slurm.conf";
  add(10, 10, {configuration, "SLURMD_NODENAME=n1"}, "bash");
  add(11, 10, {configuration, "SLURMD_NODENAME=n1"}, "sleep");
  add(12, 12, {configuration, "SLURMD_NODENAME=a-11"}, "bash");
  add(13, 13, {configuration, "SLURMD_NODENAME=a-2"}, "sleep");
  EXPECT_THAT(found(), ElementsAre(13));
}

TEST_F(Processes, OfOurOwnSessionNobodyBelongs) {
  world.put("/proc/self/stat", "11 (gpujob) R 10 11 10 0 -1 0 1 0 0 0 0 0 0 0 20 0 1 0 110 0 0\n");
  add(10, 10, {"SLURM_CONF=/s/x/slurm.conf", "SLURMD_NODENAME=a-1"}, "bash");
  add(11, 10, {"GPUJOB_SANDBOX_DAEMON_OF=/s/x"}, "gpujob");
  add(12, 12, {"GPUJOB_SANDBOX_DAEMON_OF=/s/x"});
  EXPECT_THAT(found(), ElementsAre(12));
}

TEST_F(Processes, TheDaemonOfAStepIsKnownByItsSession) {
  add(10, 9, {".batch]"}, "slurmstepd");
  add(11, 9, {"SLURM_CONF=/s/x/slurm.conf", "SLURMD_NODENAME=a-1"}, "a (b) c");
  EXPECT_THAT(found(), ElementsAre(10, 11));
}

TEST_F(Processes, CarryWhatTellsThemFromLaterOnesOfTheSameNumber) {
  add(10, 10, {"GPUJOB_SANDBOX_DAEMON_OF=/s/x"});
  EXPECT_THAT(sandbox_processes(world, "/s/x"), ElementsAre(ProcessIdentity{10, 100, "boot-1"}));
}

TEST_F(Processes, OursAndItsUser) {
  world.put("/proc/self/stat", "77 (gpujob) R 1 77 77 0 -1 0 1 0 0 0 0 0 0 0 20 0 1 0 4711 0 0\n");
  world.put("/proc/self/status", "Name:\tgpujob\nUid:\t1000\t1001\t1002\t1003\n");
  EXPECT_EQ(*own_process(world), (ProcessIdentity{77, 4711, "boot-1"}));
  EXPECT_EQ(*own_user_id(world), "1000");
  world.put("/proc/self/status", "Name:\tgpujob\n");
  EXPECT_TRUE(
      fails_with(own_user_id(world), ExitCode::Failed, {"/proc/self/status: names no user"}));
}

TEST_F(Processes, MemoryIsThatOfTheLivingOnly) {
  world.programs["slurmd"] = "/usr/sbin/slurmd";
  const auto started = world.start_detached({{"slurmd"}, {}, "", "/log", "/log"});
  ASSERT_TRUE(started);
  world.put(format("/proc/{}/status", started->pid), "VmPeak:\t  9 kB\nVmRSS:\t    3564 kB\n");
  EXPECT_EQ(resident_bytes(world, *started), 3564 * 1024);
  world.end(*started);
  EXPECT_EQ(resident_bytes(world, *started), std::nullopt);
}

}  // namespace
}  // namespace gpujob
