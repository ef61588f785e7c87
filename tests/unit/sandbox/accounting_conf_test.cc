// SPDX-License-Identifier: MIT
#include "sandbox/accounting_conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sandbox/slurm_conf.h"
#include "support/messages.h"
#include "unit/sandbox/small_cluster.h"

namespace gpujob {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const SandboxLayout kLayout{"/home/ada/s", "/run/g"};

TEST(Mariadbd, IsReachedThroughAPrivateSocketAlone) {
  const auto options = mariadbd_options(kLayout, "1000");
  EXPECT_EQ(options.front(), "--no-defaults") << "must be the first";
  EXPECT_THAT(options, Contains("--skip-networking"));
  EXPECT_THAT(options, Contains("--socket=/run/g/mariadbd.socket"));
  EXPECT_THAT(options, Not(Contains(HasSubstr("--user"))));
  EXPECT_THAT(mariadbd_options(kLayout, "0"), Contains("--user=root"));
}

TEST(DatabaseStart, TakesTheTableOfProceduresOnly) {
  const auto sql = database_start_sql(
      "CREATE TABLE IF NOT EXISTS db (a int);\nCREATE TABLE IF NOT EXISTS proc (b int,\n  c int)"
      " engine=Aria;\nCREATE TABLE IF NOT EXISTS procs_priv (d int);\n");
  ASSERT_TRUE(is_ok(sql));
  EXPECT_EQ(*sql,
            "CREATE DATABASE mysql;\nUSE mysql;\n"
            "CREATE TABLE IF NOT EXISTS proc (b int,   c int) engine=Aria;\n");
  EXPECT_TRUE(fails_with(database_start_sql("CREATE TABLE proc ("), ExitCode::Failed,
                         {"not the system tables of MariaDB (it makes no table 'proc')"}));
}

TEST(Slurmdbd, ListensOnLoopbackOnly) {
  EXPECT_EQ(slurmdbd_conf(kLayout, "ada", 20001),
            "AuthType=auth/munge\nAuthInfo=socket=/run/g/munge.socket\nDbdHost=localhost\n"
            "DbdAddr=127.0.0.1\nDbdPort=20001\nSlurmUser=ada\nPidFile=/run/g/slurmdbd.pid\n"
            "CommunicationParameters=NoInAddrAny\nStorageType=accounting_storage/mysql\n"
            "StorageHost=localhost\nStorageLoc=slurm\nStorageUser=sandbox\n");
}

TEST(Sacctmgr, MakesClusterAccountsAndUser) {
  Cluster cluster = small_cluster();
  const auto sent = [&] {
    return sacctmgr_commands("small", "ada", {"x", "y"}, accounted_limits(cluster));
  };
  const auto limits = [&] { return sacctmgr_limits(accounted_limits(cluster)); };
  EXPECT_EQ(limits(), "");
  EXPECT_EQ(sent(),
            "add cluster small\n"
            "add account x,y cluster=small description=sandbox organization=sandbox\n"
            "add user ada account=x,y defaultaccount=x\n");
  Qos& test = cluster.qos.emplace_back();
  test.name = "test";
  test.max_time = Seconds(3600);
  test.limits.emplace_back().jobs = 2;
  JobLimit small;  // Slurm has no such limit
  small.when_nodes = CountRange{1, 4};
  small.submitted = 9;
  JobLimit all;
  all.submitted = 5;
  cluster.partitions.front().limits = {small, all};
  cluster.limits = {all};
  EXPECT_EQ(sent(),
            "add cluster small\n"
            "add qos test\n"
            "add qos part_main\n"
            "add account x,y cluster=small description=sandbox organization=sandbox\n"
            "add user ada account=x,y defaultaccount=x MaxSubmitJobs=5\n");
  EXPECT_EQ(limits(),
            "modify qos test set MaxWall=01:00:00 MaxJobsPerUser=2\n"
            "modify qos part_main set MaxSubmitJobsPerUser=5\n");
}

TEST(Sacctmgr, SetsWhatOneJobMayHaveAtOnce) {
  Cluster cluster = small_cluster();
  Qos& shared = cluster.qos.emplace_back();
  shared.name = "shared";
  shared.max_nodes = 1;
  shared.limits.emplace_back().gpus = 2;
  JobLimit of_two;  // no QOS of Slurm has a limit for some sizes, or one of jobs without a QOS
  of_two.when_nodes = CountRange{2, 2};
  of_two.gpus = 1;
  JobLimit without_qos;
  without_qos.when_qos = kNoQos;
  without_qos.cpus = 1;
  JobLimit asked;
  asked.when_qos = "shared";
  asked.cpus = 16;
  JobLimit small;
  small.cpus = 40;
  small.gpus = 4;
  small.jobs = 3;
  cluster.partitions.front().limits = {of_two, small, without_qos};
  // A user's association limits jobs alone: slurmdbd knows no GPUs when it is made.
  cluster.limits = {asked, small};
  const AccountedLimits limits = accounted_limits(cluster);
  EXPECT_EQ(limits.user, " MaxJobs=3");
  EXPECT_EQ(sacctmgr_limits(limits),
            "modify qos shared set MaxTRESPerJob=node=1,cpu=16,gres/gpu=2\n"
            "modify qos part_main set MaxJobsPerUser=3 MaxTRESPerJob=gres/gpu=4,cpu=40\n");
}

TEST(SlurmConf, NamesTheAccounting) {
  const auto emulation = emulate(small_cluster(), "x/small", SandboxScale::Run);
  ASSERT_TRUE(is_ok(emulation));
  SlurmSettings settings{"login1", "1000", 20000, 20001, 1, 20009};
  EXPECT_THAT(slurm_conf(*emulation, kLayout, settings),
              HasSubstr("\nAccountingStorageType=accounting_storage/slurmdbd\n"
                        "AccountingStorageHost=127.0.0.1\nAccountingStoragePort=20009\n"
                        "AccountingStoragePass=/run/g/munge.socket\n"
                        "AccountingStorageEnforce=associations,limits\n"
                        "AccountingStorageTRES=gres/gpu,gres/gpu:X1\n"));
  settings.slurmdbd_port = 0;
  EXPECT_THAT(slurm_conf(*emulation, kLayout, settings),
              HasSubstr("\nAccountingStorageType=accounting_storage/none\n"));
}

}  // namespace
}  // namespace gpujob
