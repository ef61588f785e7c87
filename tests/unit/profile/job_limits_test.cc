// SPDX-License-Identifier: MIT
#include "profile/job_limits.h"

#include <gtest/gtest.h>

#include "profile/reader.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

class JobLimits : public testing::Test {
 protected:
  JobLimits()
      : profile_(*read_profile("dir/north.yaml",
                               read_source("tests/profiles/good/limits-and-shares.yaml"))),
        cluster_(profile_.clusters.front()) {}

  Words broken(const JobSize& size, const std::string& partition = "batch") {
    Words words;
    for (const LimitRule& rule : broken_limits(cluster_, cluster_.find_partition(partition), size))
      words.push_back(rule.problem.empty() ? rule.why + "; " + rule.fix
                                           : rule.problem + ": " + rule.why);
    return words;
  }

  SiteProfile profile_;
  const Cluster& cluster_;
};

JobSize size_of(CountRange nodes, CountRange gpus, int hours, const std::string& qos = "") {
  JobSize size;
  size.nodes = nodes;
  size.gpus = gpus;
  size.time = Seconds(hours * 3600);
  size.qos = qos;
  return size;
}

TEST_F(JobLimits, HoldForJobsOfThatSizeAlone) {
  EXPECT_EQ(broken(size_of({4, 4}, {0, 0}, 13)),
            (Words{"partition 'batch' allows 12:00:00 to jobs of 1 to 4 nodes: to keep the queue "
                   "short; ask for at most 12:00:00"}));
  EXPECT_EQ(broken(size_of({4, 4}, {0, 0}, 12)), Words{});
  EXPECT_EQ(broken(size_of({5, 5}, {0, 0}, 13)), Words{});
  EXPECT_EQ(broken(size_of({4, 4}, {0, 0}, 13), "big"), Words{});
}

TEST(LimitsOfAUsersJobs, AreBrokenByWhatIsSentTogether) {
  const auto profile =
      *read_profile("north.yaml", read_source("tests/profiles/good/services.yaml"));
  const Cluster& cluster = profile.clusters.front();
  JobSize size;
  size.jobs = 80;
  EXPECT_TRUE(broken_limits(cluster, cluster.find_partition("gpu"), size).empty());
  size.jobs = 81;
  const auto broken = broken_limits(cluster, cluster.find_partition("gpu"), size);
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_EQ(broken.front().why, "partition 'gpu' allows 80 jobs of a user in the queue");
  EXPECT_EQ(broken.front().fix, "send at most 80 at a time");
  EXPECT_TRUE(broken_limits(cluster, cluster.find_partition("data"), size).empty());
  size.qos = "long";
  EXPECT_EQ(broken_limits(cluster, cluster.find_partition("data"), size).size(), 1U);
}

TEST_F(JobLimits, AreNotBrokenByWhatIsUnknown) {
  EXPECT_EQ(broken(size_of({1}, {0, 0}, 13)), Words{}) << "it may get five nodes";
  EXPECT_EQ(broken(size_of({1, 4}, {0}, 1)), Words{}) << "it may get eight GPUs";
  JobSize open = size_of({1, 1}, {0, 0}, 1);
  open.time.reset();
  EXPECT_EQ(broken(open), Words{});
}

TEST_F(JobLimits, RefuseWithTheReason) {
  EXPECT_EQ(broken(size_of({9, 9}, {9, 9}, 1)),
            (Words{"partition 'batch' takes no jobs of 9 or more GPUs: use big"}));
}

TEST_F(JobLimits, BelongToAQos) {
  EXPECT_EQ(broken(size_of({2, 2}, {4, 4}, 1, "test"), "big"),
            (Words{"QOS 'test' allows 2 GPUs to jobs of 2 or more nodes; ask for at most 2 GPUs"}));
  EXPECT_EQ(broken(size_of({2, 2}, {4, 4}, 1), "big"), Words{});
}

TEST_F(JobLimits, OfPartitionAndQosHoldTogether) {
  Cluster cluster = cluster_;
  Partition& batch = cluster.partitions[0];
  Qos& test = cluster.qos[0];
  const auto takes = [&](const JobSize& size) {
    return is_within_limits(cluster, &batch, cluster.find_qos(size.qos), size);
  };
  EXPECT_TRUE(takes(size_of({2, 2}, {2, 2}, 12, "test")));
  EXPECT_FALSE(takes(size_of({2, 2}, {4, 4}, 12, "test"))) << "a rule of the QOS";
  EXPECT_FALSE(takes(size_of({2, 2}, {2, 2}, 13, "test"))) << "a rule of the partition";
  batch.max_nodes = 1;
  EXPECT_FALSE(takes(size_of({2, 2}, {2, 2}, 1)));
  batch.max_nodes.reset();
  test.max_time = Seconds(3600);
  EXPECT_TRUE(takes(size_of({2, 2}, {2, 2}, 2)));
  EXPECT_FALSE(takes(size_of({2, 2}, {2, 2}, 2, "test")));
  EXPECT_TRUE(is_within_limits(cluster, nullptr, nullptr, size_of({2, 2}, {2, 2}, 13)));
}

TEST_F(JobLimits, AreReadWithTheRestOfTheProfile) {
  const NodeShape& thin = cluster_.nodes[0];
  const NodeShape& gpu = cluster_.nodes[1];
  EXPECT_TRUE(thin.no_features && thin.features.empty());
  EXPECT_FALSE(gpu.no_features);
  EXPECT_EQ(gpu.count_at_most, 9);
  EXPECT_EQ(gpu.share_per_gpu.cpus, 22);
  EXPECT_EQ(gpu.share_per_gpu.memory_mib, 96000);
  EXPECT_TRUE(cluster_.gpus[0].no_gres && cluster_.gpus[0].gres.empty());
  EXPECT_TRUE(cluster_.stacks[0].no_modules && cluster_.stacks[0].modules.empty());
  EXPECT_EQ(cluster_.stacks[0].launcher->value, "srun --mpi=pmix");
  EXPECT_EQ(cluster_.find_partition("big")->request->size(), 4u);
  EXPECT_EQ(cluster_.login, Words{"fir.north.example"});
  EXPECT_EQ(cluster_.docs, Words{"https://north.example/guide"});
  EXPECT_EQ(cluster_.slurm_version, "25.05");
  EXPECT_EQ(cluster_.max_array_size, 1001);
  const JobLimit& of_qos = cluster_.qos[0].limits[0];
  EXPECT_EQ(cluster_.sources[of_qos.source].pages, Words{"https://north.example/qos"});
}

}  // namespace
}  // namespace gpujob
