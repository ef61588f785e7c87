// SPDX-License-Identifier: MIT
#include "plan/cpu_nodes.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

/// A partition for GPU work that also has nodes without, told apart by a feature.
Sample gpu_cluster() {
  Sample sample = task_site();
  sample.cluster().partitions[0].gpu = Use::Required;
  sample.cluster().nodes[0].features = {"mem256"};
  NodeShape bare;
  bare.partitions = {"tetralith"};
  bare.features = {"mem256", "NOGPU"};
  bare.origin = {"x.yaml", 44};
  sample.cluster().nodes.push_back(bare);
  return sample;
}

Choice constraint_of(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  return resolution ? row(resolution->explanation, "--constraint") : Choice{};
}

TEST(CpuNodes, AreReachedByTheFeatureThatOnlyTheyHave) {
  EXPECT_EQ(constraint_of(gpu_cluster()).value, "NOGPU");
  EXPECT_EQ(constraint_of(gpu_cluster()).origin, "x.yaml:44");
}

TEST(CpuNodes, NeedNoFeatureWhereThePartitionIsForAll) {
  Sample sample = gpu_cluster();
  sample.cluster().partitions[0].gpu = Use::Optional;
  EXPECT_EQ(constraint_of(sample).value, "");
}

TEST(CpuNodes, HaveNoSuchFeatureWhereTheGpuNodesHaveItToo) {
  Sample sample = gpu_cluster();
  sample.cluster().nodes[0].features.emplace_back("NOGPU");
  EXPECT_EQ(constraint_of(sample).value, "");
}

TEST(CpuNodes, AreTheUsersChoiceWhereTheUserMakesOne) {
  Sample sample = gpu_cluster();
  sample.request.constraint = "mem256";
  EXPECT_EQ(constraint_of(sample).value, "mem256");
}

TEST(CpuNodes, AreOfNoMatterToAGpuJob) {
  EXPECT_EQ(constraint_of(gpu_cluster().gpu("t4")).value, "");
}

}  // namespace
}  // namespace gpujob
