// SPDX-License-Identifier: MIT
#include "slurm/associations.h"

#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

TEST(Associations, LimitsOfGpusAreRead) {
  const auto read = read_association("pond|p1|cpu=64,gres/gpu=2,gres/gpu:a100=1|gres/gpu=8");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->account, "p1");
  EXPECT_EQ(read->gpus_per_job, 2);
  EXPECT_EQ(read->gpus_at_once, 8);
  EXPECT_EQ(read_association("pond|p1||")->gpus_per_job, std::nullopt);
}

TEST(Associations, WhatCannotBeReadIsAnError) {
  EXPECT_FALSE(read_association("pond|p1|gres/gpu=many|"));
  EXPECT_FALSE(read_association("pond|p1"));
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
