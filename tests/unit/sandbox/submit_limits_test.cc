// SPDX-License-Identifier: MIT
#include "sandbox/submit_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/sandbox/lua_runner.h"

namespace gpujob {
namespace {

using testing::HasSubstr;

class SubmitLimits : public testing::Test {
 protected:
  void SetUp() override {
    if (!run_lua("")) GTEST_SKIP() << "no lua5.3";
  }

  std::string verdict(const std::string& job) { return submit_verdict(cluster_, job); }

  Partition& add_partition(const std::string& name) {
    Partition& partition = cluster_.partitions.emplace_back();
    partition.name = name;
    partition.is_default = cluster_.partitions.size() == 1;
    return partition;
  }

  Cluster cluster_;
};

TEST_F(SubmitLimits, HoldLimitsByTheSizeOfTheJob) {
  JobLimit short_when_small;
  short_when_small.when_nodes = CountRange{1, 4};
  short_when_small.time = Seconds(7200);
  JobLimit refused;
  refused.when_gpus = CountRange{5};
  refused.refuse = "use whole";
  add_partition("main").limits = {short_when_small, refused};
  add_partition("whole");
  const std::string late =
      "the job is over a limit (partition 'main' allows 02:00:00 to jobs of 1 to 4 nodes); ask for "
      "at most 02:00:00\n2051";
  EXPECT_EQ(verdict("min_nodes = 4, max_nodes = 4, time_limit = 121"), late);
  EXPECT_EQ(verdict("time_limit = 121"), late) << "one task is one node";
  EXPECT_EQ(verdict("min_nodes = 5, max_nodes = 5, time_limit = 121"), "0");
  EXPECT_EQ(verdict("partition = 'whole,main', time_limit = 121"), "0");
  EXPECT_EQ(verdict("tres_per_job = 'gres:gpu:5'"),
            "partition 'main' takes no jobs of 5 or more GPUs (use whole)\n-1");
}

TEST_F(SubmitLimits, TakeTheLastOfTwoCountsOfAType) {
  JobLimit refused;
  refused.when_gpus = CountRange{5};
  refused.refuse = "use whole";
  add_partition("main").limits = {refused};
  const std::string over = "partition 'main' takes no jobs of 5 or more GPUs (use whole)\n-1";
  EXPECT_EQ(verdict("tres_per_node = 'gres:gpu:3,gres:gpu:3'"), "0");
  EXPECT_EQ(verdict("tres_per_node = 'gres:gpu:5,gres:gpu:1'"), "0");
  EXPECT_EQ(verdict("tres_per_node = 'gres:gpu:1,gres:gpu:5'"), over);
  EXPECT_EQ(verdict("tres_per_node = 'gres:gpu:a:3,gres:gpu:b:3'"), over);
}

TEST_F(SubmitLimits, CountTheTasksOfAnArray) {
  add_partition("main").limits.emplace_back().submitted = 10;
  const std::string over =
      "the job is over a limit (partition 'main' allows 10 jobs of a user in the queue); send at "
      "most 10 at a time\n-1";
  EXPECT_EQ(verdict("array_inx = '1-10%2'"), "0");
  EXPECT_EQ(verdict("array_inx = '0-10'"), over);
  EXPECT_EQ(verdict("array_inx = '0-20:2'"), over);
  EXPECT_EQ(verdict("array_inx = '0-18:2'"), "0");
  EXPECT_EQ(verdict("array_inx = '1,3,5-13'"), over);
  EXPECT_EQ(verdict(""), "0");
}

TEST_F(SubmitLimits, HoldTheLimitsOfAQos) {
  add_partition("main");
  Qos& test = cluster_.qos.emplace_back();
  test.name = "test";
  test.max_time = Seconds(3600);
  test.max_nodes = 2;
  test.limits.emplace_back().cpus = 64;
  EXPECT_THAT(verdict("qos = 'test', time_limit = 61"), HasSubstr("allows 01:00:00"));
  EXPECT_THAT(verdict("qos = 'test', num_tasks = 65"), HasSubstr("QOS 'test' allows 64 CPUs"));
  EXPECT_EQ(verdict("qos = 'test', time_limit = 60, min_nodes = 2, num_tasks = 64"), "0");
  JobLimit& without = cluster_.limits.emplace_back();
  without.when_qos = "none";
  without.nodes = 1;
  for (const char* none : {"", "qos = '', "})
    EXPECT_THAT(verdict(none + std::string("min_nodes = 2")), HasSubstr("1 node")) << none;
}

TEST_F(SubmitLimits, CountTheNodesThatTheGpusTake) {
  add_partition("main");
  NodeShape& shape = cluster_.nodes.emplace_back();
  shape.gpu = "x";
  shape.gpus = 4;
  Qos& test = cluster_.qos.emplace_back();
  test.name = "test";
  test.max_nodes = 2;
  EXPECT_THAT(verdict("qos = 'test', num_tasks = 9, tres_per_task = 'gres:gpu:1'"),
              HasSubstr("allows 2 nodes"));
  EXPECT_EQ(verdict("qos = 'test', num_tasks = 8, tres_per_task = 'gres:gpu:1'"), "0");
  EXPECT_THAT(verdict("qos = 'test', tres_per_job = 'gres:gpu:9'"), HasSubstr("allows 2 nodes"));
  const std::string both = "tres_per_node = 'gres:gpu:2', tres_per_task = 'gres:gpu:1'";
  EXPECT_THAT(verdict("qos = 'test', num_tasks = 5, " + both), HasSubstr("allows 2 nodes"));
  EXPECT_EQ(verdict("qos = 'test', num_tasks = 4, " + both), "0");
  test.limits.emplace_back().gpus = 3;
  EXPECT_THAT(verdict("qos = 'test', num_tasks = 3, " + both), HasSubstr("allows 3 GPUs"));
}

TEST_F(SubmitLimits, RefuseAQosThatIsForOtherPartitions) {
  add_partition("main");
  add_partition("night");
  Qos& dark = cluster_.qos.emplace_back();
  dark.name = "dark";
  dark.partitions = {"night"};
  const std::string refused =
      "partition 'main' takes no jobs with --qos=dark (QOS 'dark' is for partition 'night'); use "
      "partition 'night', or another QOS\n-1";
  EXPECT_EQ(verdict("qos = 'dark'"), refused);
  EXPECT_EQ(verdict("qos = 'dark', partition = 'main'"), refused);
  EXPECT_EQ(verdict("qos = 'dark', partition = 'night'"), "0");
  EXPECT_EQ(verdict("qos = 'other'"), "0");
  EXPECT_EQ(verdict("partition = 'main'"), "0");
}

TEST_F(SubmitLimits, GiveWholeNodesForAQos) {
  add_partition("main");
  const auto add = [&](const char* name, Exclusive exclusive) {
    Qos& qos = cluster_.qos.emplace_back();
    qos.name = name;
    qos.exclusive = exclusive;
  };
  add("whole", Exclusive::Always);
  add("wide", Exclusive::SeveralNodes);
  add("part", Exclusive::Never);
  EXPECT_EQ(verdict("qos = 'whole'"), "0 shared 0");
  EXPECT_EQ(verdict("qos = 'wide', min_nodes = 2"), "0 shared 0");
  for (const char* job : {"qos = 'wide'", "qos = 'wide', min_nodes = 1", "qos = 'part'", ""})
    EXPECT_EQ(verdict(job), "0") << job;
}

}  // namespace
}  // namespace gpujob
