// SPDX-License-Identifier: MIT
#include "slurm/find_slurm.h"

#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

TEST(FindSlurm, NoSbatchMeansAbsent) {
  FakeWorld world;
  const SlurmHere here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Absent);
  EXPECT_EQ(here.why, "no sbatch on PATH");
  EXPECT_TRUE(world.requests.empty());
}

TEST(FindSlurm, AControllerThatIsUpTellsItsName) {
  FakeWorld world;
  world.programs["sbatch"] = "/opt/slurm/bin/sbatch";
  world.variables["SLURM_CONF"] = "/opt/slurm/etc/slurm.conf";
  world.put("/opt/slurm/bin/scontrol", "");
  world.put("/opt/slurm/etc/slurm.conf", "");
  world.always({"scontrol", "ping"}, ended(0, "Slurmctld(primary) at ctl is UP\n"));
  world.always({"scontrol", "show", "config"},
               ended(0,
                     "Configuration data as of now\nAccountingStorageHost   = db\n"
                     "ClusterName             = kebnekaise\n"));
  const SlurmHere here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Ready);
  EXPECT_EQ(here.endpoint.sbatch, "/opt/slurm/bin/sbatch");
  EXPECT_EQ(here.endpoint.slurm_conf, "/opt/slurm/etc/slurm.conf");
  EXPECT_EQ(here.cluster_name, "kebnekaise");
  ASSERT_EQ(world.requests.size(), 2u);
  EXPECT_EQ(world.requests[0].argv[0], "/opt/slurm/bin/scontrol");
  EXPECT_EQ(world.requests[0].deadline, Milliseconds{5000});
  EXPECT_EQ(world.requests[0].environment.at("SLURM_CONF"), "/opt/slurm/etc/slurm.conf");
}

TEST(FindSlurm, BesideAWrapperOfSbatchTheOthersAreOnPath) {
  FakeWorld world;
  world.programs["sbatch"] = "/home/me/bin/sbatch";
  world.programs["scontrol"] = "/usr/bin/scontrol";
  world.always({"scontrol", "ping"}, ended(0, "Slurmctld(primary) at ctl is UP\n"));
  world.always({"scontrol", "show"}, ended(1));
  EXPECT_EQ(find_slurm(world).presence, SlurmPresence::Ready);
  EXPECT_EQ(world.requests[0].argv[0], "scontrol");
}

TEST(FindSlurm, ALostPacketOfDnsIsSentAgainInTime) {
  for (const auto& [own, asked] : {std::pair{"", "timeout:1 attempts:4"}, {"rotate", "rotate"}}) {
    FakeWorld world;
    world.always({"sbatch"}, ended(0));
    world.always({"scontrol", "ping"}, ended(1));
    if (*own != 0) world.variables["RES_OPTIONS"] = own;
    find_slurm(world);
    EXPECT_EQ(world.requests[0].environment.at("RES_OPTIONS"), asked);
  }
}

TEST(FindSlurm, ABackupThatIsUpIsEnough) {
  for (const char* out : {"Slurmctld(primary) at a is DOWN\nSlurmctld(backup) at b is UP\n",
                          "Slurmctld(primary/backup) at a/b are DOWN/UP\n"}) {
    FakeWorld world;
    world.always({"sbatch"}, ended(0));
    world.always({"scontrol", "ping"}, ended(1, out));
    world.always({"scontrol", "show"}, ended(1));
    const SlurmHere here = find_slurm(world);
    EXPECT_EQ(here.presence, SlurmPresence::Ready) << out;
    EXPECT_EQ(here.cluster_name, "");
  }
}

// Printed by scontrol 22.05.8 on a machine with slurm-client and nothing else.
TEST(FindSlurm, NoConfigurationSourceMeansAbsent) {
  FakeWorld world;
  world.always({"sbatch"}, ended(0));
  world.always({"scontrol"},
               ended(1, "",
                     "scontrol: error: resolve_ctls_from_dns_srv: res_nsearch error: Unknown host\n"
                     "scontrol: error: fetch_config: DNS SRV lookup failed\n"
                     "scontrol: error: _establish_config_source: failed to fetch config\n"
                     "scontrol: fatal: Could not establish a configuration source\n"));
  const SlurmHere here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Absent);
  EXPECT_EQ(here.why, "Slurm is installed but has no configuration");
  EXPECT_EQ(here.endpoint, Endpoint{});
}

TEST(FindSlurm, AConfiguredSlurmWithoutAnAnswerIsSilentNotAbsent) {
  FakeWorld world;
  world.always({"sbatch"}, ended(0));
  world.always(
      {"scontrol", "ping"},
      ended(1, "Slurmctld(primary) at vm is DOWN\n*****************************************\n"));
  SlurmHere here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Silent);
  EXPECT_EQ(here.why, "Slurmctld(primary) at vm is DOWN");
  EXPECT_EQ(here.endpoint.sbatch, "/usr/bin/sbatch");

  ProcessAnswer slow = ended_at_deadline(Milliseconds{5000});
  slow.err =
      "scontrol: error: s_p_parse_file: cannot stat file /etc/slurm/slurm.conf: No such file "
      "or directory, retrying in 1sec up to 60sec\n";
  world.once({"scontrol", "ping"}, slow);
  here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Silent);
  EXPECT_EQ(here.why,
            "no answer within 5 s; s_p_parse_file: cannot stat file /etc/slurm/slurm.conf: No such "
            "file or directory, retrying in 1sec up to 60sec");
}

TEST(FindSlurm, AnAnswerThatBrokeOffIsSilenceAndNoReasonToCallForHelp) {
  FakeWorld world;
  world.always({"sbatch"}, ended(0));
  world.always({"scontrol", "ping"}, ended(-1));
  const SlurmHere here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Silent);
  EXPECT_EQ(way_to_mend(here), "try again in a minute");
}

TEST(FindSlurm, AControllerThatMissedOnePingIsReady) {
  FakeWorld world;
  world.always({"sbatch"}, ended(0));
  world.always({"scontrol"}, ended(0, "ClusterName = x\n"));
  world.always({"scontrol", "ping"}, ended(0, "Slurmctld(primary) at vm is UP\n"));
  world.once({"scontrol", "ping"}, ended(1, "Slurmctld(primary) at vm is DOWN\n"));
  EXPECT_EQ(find_slurm(world).presence, SlurmPresence::Ready);
}

TEST(FindSlurm, CommandsThatCannotBeStartedAreBrokenNotAbsent) {
  FakeWorld world;
  world.variables["PATH"] = "relative:/usr/bin:/opt/slurm/bin";
  world.put("/opt/slurm/bin/sbatch", "");
  SlurmHere here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Broken);
  EXPECT_EQ(here.why, "'/opt/slurm/bin/sbatch' is not executable");
  EXPECT_TRUE(world.requests.empty());

  world.programs["sbatch"] = "/opt/slurm/bin/sbatch";
  world.put("/opt/slurm/bin/scontrol", "");
  world.refuse_start("scontrol", EACCES);
  here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Broken);
  EXPECT_EQ(here.why, "'/opt/slurm/bin/scontrol': cannot start (permission denied)");
}

TEST(FindSlurm, ACommandWithoutItsLibraryIsBrokenNotSilent) {
  FakeWorld world;
  world.always({"sbatch"}, ended(0));
  world.always({"scontrol"}, ended(127, "",
                                   "scontrol: error while loading shared libraries: libslurm.so: "
                                   "cannot open shared object file\n"));
  const SlurmHere here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Broken);
  EXPECT_EQ(here.why,
            "'scontrol': error while loading shared libraries: libslurm.so: cannot open shared "
            "object file");
}

/// The real commands, where Debian's slurm-client is installed and nothing else of Slurm.
TEST(FindSlurm, TheRealCommandsWithoutAConfigurationAreAbsent) {
  World& world = system_world();
  if (!world.find_program("sbatch")) GTEST_SKIP() << "no slurm-client here";
  if (world.variable("SLURM_CONF") || world.kind("/etc/slurm/slurm.conf") != FileKind::Absent) {
    GTEST_SKIP() << "Slurm is configured here";
  }
  const SlurmHere here = find_slurm(world);
  EXPECT_EQ(here.presence, SlurmPresence::Absent);
  EXPECT_EQ(here.why, "Slurm is installed but has no configuration");
}

}  // namespace
}  // namespace gpujob
