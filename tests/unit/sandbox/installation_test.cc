// SPDX-License-Identifier: MIT
#include "sandbox/installation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

constexpr const char* kLmod = "/usr/share/lmod/lmod/init/bash";

TEST(Installation, DaemonsAreFoundWhereAnOrdinaryPathDoesNotLead) {
  FakeWorld world;
  for (const char* path :
       {"/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/bin/sbatch", kLmod}) {
    world.put(path, "");
  }
  const auto found = find_installation(world);
  ASSERT_TRUE(is_ok(found));
  EXPECT_EQ(found->slurmctld, "/usr/sbin/slurmctld");
  EXPECT_EQ(found->sbatch, "/usr/bin/sbatch");
  EXPECT_EQ(found->lmod_start, kLmod);
}

TEST(Installation, SbatchIsThatOfTheDaemonsNotTheFirstOnPath) {
  FakeWorld world;
  for (const char* path : {"/usr/sbin/munged", "/opt/slurm/sbin/slurmctld",
                           "/opt/slurm/sbin/slurmd", "/opt/slurm/bin/sbatch", kLmod}) {
    world.put(path, "");
  }
  world.programs = {{"slurmctld", "/opt/slurm/sbin/slurmctld"},
                    {"slurmd", "/opt/slurm/sbin/slurmd"},
                    {"sbatch", "/usr/bin/sbatch"}};
  const auto found = find_installation(world);
  ASSERT_TRUE(is_ok(found));
  EXPECT_EQ(found->sbatch, "/opt/slurm/bin/sbatch");
}

TEST(Installation, OneCommandBringsEverythingThatIsMissing) {
  FakeWorld world;
  EXPECT_TRUE(fails_with(find_installation(world), ExitCode::Failed,
                         {"sandbox: this machine lacks what a sandbox is made of (no munged, "
                          "slurmctld, slurmd, sbatch, Lmod); on Debian and Ubuntu: apt-get install "
                          "munge slurmctld slurmd slurm-client lmod"}));
  for (const char* path : {"/usr/sbin/munged", "/usr/bin/sbatch", "/usr/sbin/slurmctld", kLmod}) {
    world.put(path, "");
  }
  EXPECT_TRUE(fails_with(find_installation(world), ExitCode::Failed,
                         {"sandbox: this machine lacks what a sandbox is made of (no slurmd); on "
                          "Debian and Ubuntu: apt-get install slurmd"}));
}

}  // namespace
}  // namespace gpujob
