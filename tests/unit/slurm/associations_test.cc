// SPDX-License-Identifier: MIT
#include "slurm/associations.h"

#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

/// That of the only row.
Result<SlurmAssociation> read_association(std::string_view row) {
  const auto all = read_associations(row);
  if (!all) return all.failure();
  EXPECT_EQ(all->size(), 1U) << row;
  return all->front();
}

TEST(Associations, LimitsOfGpusAreRead) {
  const auto read = read_association("pond|p1|cpu=64,gres/gpu=2,gres/gpu:a100=1|gres/gpu=8");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->account, "p1");
  EXPECT_EQ(read->each_job.gpus, 2);
  EXPECT_EQ(read->all_jobs.gpus, 8);
  EXPECT_EQ(read_association("pond|p1||")->each_job.gpus, std::nullopt);
}

TEST(Associations, OtherLimitsAreRead) {
  const auto read = read_association(
      "pond|p1|cpu=64,node=2|cpu=320,mem=100G|gpu|normal|low,normal|1-00:00:00|100");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->each_job.cpus, 64);
  EXPECT_EQ(read->each_job.nodes, 2);
  EXPECT_EQ(read->each_job.time, Seconds{24 * 3600});
  EXPECT_EQ(read->each_job.submitted, 100);
  EXPECT_EQ(read->all_jobs.cpus, 320);
  EXPECT_EQ(read->all_jobs.memory_mib, 100 * 1024);
  EXPECT_EQ(read->partition, "gpu");
  EXPECT_EQ(read->default_qos, "normal");
  EXPECT_EQ(read_association("pond|p1|||||low||")->default_qos, "low") << "its only one";
  EXPECT_EQ(read_association("pond|p1|||||low,normal||")->default_qos, "");
  EXPECT_FALSE(read_association("pond|p1||||||soon|"));
  EXPECT_FALSE(read_association("pond|p1|||||||many"));
}

TEST(Associations, WhatAQosAllowsIsRead) {
  const auto read = read_qos_limits("normal|cpu=64|cpu=100,gres/gpu=2|node=9|7-00:00:00|100");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->each_job.cpus, 64);
  EXPECT_EQ(read->each_user.cpus, 100);
  EXPECT_EQ(read->each_user.gpus, 2);
  EXPECT_EQ(read->all_jobs.nodes, 9);
  EXPECT_EQ(read->each_job.time, Seconds{7 * 24 * 3600});
  EXPECT_EQ(read->each_job.submitted, 100);
  for (const char* row : {"", "normal", "normal|cpu=x||||", "normal|||||x", "normal||||x|"})
    EXPECT_FALSE(read_qos_limits(row)) << row;
}

TEST(Associations, AHeadingNamesTheColumns) {
  const auto read = read_associations(
      "Account|Cluster|Share|GrpTRES|Def QOS|QOS|MaxTRES|\n"
      "p1|pond|1|gres/gpu=8|low|low,normal|gres/gpu=2|\np2|pond|1||||cpu=4|\n");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ(read->front().cluster, "pond");
  EXPECT_EQ(read->front().account, "p1");
  EXPECT_EQ(read->front().each_job.gpus, 2);
  EXPECT_EQ(read->front().all_jobs.gpus, 8);
  EXPECT_EQ(read->front().default_qos, "low");
  EXPECT_EQ(read->back().each_job.cpus, 4);
}

TEST(Associations, WhatCannotBeReadIsAnError) {
  EXPECT_FALSE(read_association("pond|p1|gres/gpu=many|"));
  const std::string fix = "; ask again, or save it as the help of 'gpujob site discover' says";
  EXPECT_TRUE(fails_with(read_association("pond|p1"), ExitCode::Unknown,
                         {"sacctmgr: a row cannot be read: 'pond|p1' (it has not the columns "
                          "that are asked for)" +
                          fix}));
  EXPECT_TRUE(fails_with(read_associations("Cluster|Account|MaxTRES|GrpTRES\npond|p1|\n"),
                         ExitCode::Unknown,
                         {"sacctmgr: a row cannot be read: 'pond|p1|' (it has not the cells of "
                          "the heading)" +
                          fix}));
  EXPECT_FALSE(read_associations("Cluster|Account|QOS\npond|p1|low\n")) << "without limits";
}

TEST(Associations, NoAccountingIsNoAnswerAndNoError) {
  FakeWorld world;
  world.always({"sacctmgr"},
               ended(1, "", "You are not running a supported accounting_storage plugin\n"));
  const auto none = list_associations(world, endpoint_of());
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
}

TEST(Associations, AnErrorIsUnknown) {
  FakeWorld world;
  world.always({"sacctmgr"}, ended(1, "", "sacctmgr: error: slurm_persist_conn_open: failed\n"));
  const auto failed = list_associations(world, endpoint_of());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.failure().exit, ExitCode::Unknown);
}

}  // namespace
}  // namespace gpujob
