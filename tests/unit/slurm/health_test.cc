// SPDX-License-Identifier: MIT
#include "slurm/health.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "slurm/ask.h"
#include "support/fake_world.h"

namespace gpujob {
namespace {

using Level = HealthCheck::Level;

class Health : public testing::Test {
 protected:
  Health() {
    world.always({"sbatch"}, ended(0));
    world.always({"scontrol", "ping"}, ended(0, "Slurmctld(primary) at ctl1 is UP\n"));
    world.always({"squeue"}, ended(0, "7|PENDING|0:00|2026-11-21T09:30:00||x|None\n"));
    world.always({"sacct"}, ended(0, ""));
    world.always({"munge"}, ended(0, "MUNGE:abc\n"));
    world.always({"unmunge"}, ended(0, "STATUS: Success (0)\n"));
    configuration("2026-11-21T09:30:00");
  }

  void configuration(const std::string& time) {
    world.always(
        {"scontrol", "show", "config"},
        ended(0, "Configuration data as of " + time +
                     "\nAuthInfo                = socket=/run/m.socket,ttl=60\n"
                     "AuthType                = auth/munge\n"
                     "ClusterName             = tern\nSLURM_VERSION           = 22.05.8\n"));
  }

  HealthCheck check(const std::string& what) {
    const std::vector<HealthCheck> all = check_slurm(world);
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const HealthCheck& one) { return one.what == what; });
    return found == all.end() ? HealthCheck{"not checked", Level::Good, "", ""} : *found;
  }

  FakeWorld world;
};

TEST_F(Health, AllIsWell) {
  for (const HealthCheck& one : check_slurm(world)) {
    EXPECT_EQ(one.level, Level::Good) << one.what << ": " << one.found;
  }
  EXPECT_EQ(check("controller").found, "cluster 'tern' answers");
  EXPECT_EQ(check("Slurm").found, "22.05.8");
  EXPECT_EQ(check("queue").found, "1 job of yours in it");
  EXPECT_EQ(check("munge").found, "a credential was made and read");
  const auto asked = std::find_if(world.requests.begin(), world.requests.end(),
                                  [](const auto& one) { return one.argv[0] == "unmunge"; });
  ASSERT_NE(asked, world.requests.end());
  EXPECT_EQ(asked->argv, (std::vector<std::string>{"unmunge", "-S", "/run/m.socket"}));
  EXPECT_EQ(asked->stdin_text, "MUNGE:abc\n");
}

TEST_F(Health, NoSlurmIsANote) {
  world = FakeWorld();
  const std::vector<HealthCheck> all = check_slurm(world);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].level, Level::Note);
  EXPECT_EQ(all[0].found, "no sbatch on PATH");
}

TEST_F(Health, ASilentControllerIsUnknownAndABadMungeIsBroken) {
  world.always({"unmunge"}, ended(15, "", "unmunge: Error: Expired credential\n"));
  EXPECT_EQ(check("munge").level, Level::Broken);
  EXPECT_EQ(check("munge").found, "unmunge: Error: Expired credential");
  world.always({"munge"}, ended_at_deadline(Milliseconds{10'000}));
  EXPECT_EQ(check("munge").level, Level::Unknown);
  world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  EXPECT_EQ(check("accounting").level, Level::Note);
  world.always({"sacct"}, ended(1, "", "sacct: error: Connection refused\n"));
  EXPECT_EQ(check("accounting").level, Level::Unknown);
  world.always({"scontrol", "ping"}, ended(1, "Slurmctld(primary) at ctl1 is DOWN\n"));
  EXPECT_EQ(check("controller").level, Level::Unknown);
}

TEST_F(Health, ClocksThatDiffer) {
  EXPECT_EQ(check("clock").found, "0 s ahead of the controller's");
  configuration("2026-11-21T09:32:00");
  EXPECT_EQ(check("clock").level, Level::Warning);
  EXPECT_EQ(check("clock").found, "120 s behind the controller's");
  configuration("2026-11-21T09:20:00");
  EXPECT_EQ(check("clock").level, Level::Broken);
  configuration("N/A");
  EXPECT_EQ(check("clock").level, Level::Note);
}

TEST_F(Health, SlurmConfThatNamesNoFileIsSaidBeforeAnythingIsAsked) {
  world.variables["SLURM_CONF"] = "/gone/slurm.conf";
  const std::vector<HealthCheck> all = check_slurm(world);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].level, Level::Broken);
  EXPECT_EQ(all[0].found, "SLURM_CONF names '/gone/slurm.conf', which is not there");
  Endpoint endpoint;
  endpoint.sbatch = "/usr/bin/sbatch";
  endpoint.slurm_conf = "/gone/slurm.conf";
  const auto answer = ask_slurm(world, endpoint, "squeue", {}, Milliseconds{1});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.failure().exit, ExitCode::Unknown);
  EXPECT_TRUE(world.requests.empty());
}

}  // namespace
}  // namespace gpujob
