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
  const auto found = find_installation(world, Accounting::No);
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
  const auto found = find_installation(world, Accounting::No);
  ASSERT_TRUE(is_ok(found));
  EXPECT_EQ(found->sbatch, "/opt/slurm/bin/sbatch");
}

TEST(Installation, OneCommandBringsEverythingThatIsMissing) {
  FakeWorld world;
  EXPECT_TRUE(fails_with(find_installation(world, Accounting::No), ExitCode::Failed,
                         {"sandbox: programs that a sandbox needs are missing (no munged, "
                          "slurmctld, slurmd, sbatch, Lmod); on Debian and Ubuntu: apt-get install "
                          "munge slurmctld slurmd slurm-client lmod"}));
  for (const char* path : {"/usr/sbin/munged", "/usr/bin/sbatch", "/usr/sbin/slurmctld", kLmod}) {
    world.put(path, "");
  }
  EXPECT_TRUE(fails_with(find_installation(world, Accounting::No), ExitCode::Failed,
                         {"sandbox: programs that a sandbox needs are missing (no slurmd); on "
                          "Debian and Ubuntu: apt-get install slurmd"}));
}

TEST(Installation, WhatCannotBeLookedAtIsNotTakenAsMissing) {
  FakeWorld world;
  for (const char* path : {"/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/bin/sbatch", kLmod}) {
    world.put(path, "");
  }
  world.hide("/usr/sbin/slurmd");
  EXPECT_TRUE(fails_with(find_installation(world, Accounting::No), ExitCode::Failed,
                         {"/usr/sbin/slurmd: cannot look at (permission denied)"}));
}

TEST(Installation, NoOtherIsTakenForOneOnPathThatCannotBeLookedAt) {
  FakeWorld world;
  for (const char* path :
       {"/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/bin/sbatch", kLmod}) {
    world.put(path, "");
  }
  world.programs = {{"slurmd", "/opt/slurm/sbin/slurmd"}};
  world.hide("/opt/slurm/sbin/slurmd");
  const auto found = find_installation(world, Accounting::No);
  ASSERT_TRUE(is_ok(found));
  EXPECT_EQ(found->slurmd, "/opt/slurm/sbin/slurmd");
}

TEST(Installation, AccountingNeedsMore) {
  FakeWorld world;
  for (const char* path :
       {"/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/bin/sbatch", kLmod}) {
    world.put(path, "");
  }
  ASSERT_TRUE(is_ok(find_installation(world, Accounting::No)));
  EXPECT_TRUE(fails_with(find_installation(world, Accounting::Yes), ExitCode::Failed,
                         {"sandbox: programs that a sandbox needs are missing (no mariadbd, "
                          "slurmdbd); on Debian and Ubuntu: apt-get install mariadb-server "
                          "slurmdbd"}));
  world.put("/usr/sbin/slurmdbd", "");
  world.put("/usr/libexec/mariadbd", "");
  EXPECT_FALSE(find_installation(world, Accounting::Yes)) << "without the SQL of its tables";
  world.put("/usr/share/mariadb/mysql_system_tables.sql", "");
  const auto found = find_installation(world, Accounting::Yes);
  ASSERT_TRUE(is_ok(found));
  EXPECT_EQ(found->mariadbd, "/usr/libexec/mariadbd");
  EXPECT_EQ(found->mariadb_tables, "/usr/share/mariadb/mysql_system_tables.sql");
}

}  // namespace
}  // namespace gpujob
