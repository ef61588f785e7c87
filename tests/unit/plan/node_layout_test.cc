// SPDX-License-Identifier: MIT
#include "plan/node_layout.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

struct Shape {
  int nodes, gpus_per_node, tasks, given, asked;
  bool operator==(const Shape&) const = default;
};

void PrintTo(const Shape& shape, std::ostream* out) {  // NOLINT(*-identifier-naming)
  *out << shape.nodes << " nodes of " << shape.gpus_per_node << ", " << shape.tasks << " tasks, "
       << shape.given << " given, " << shape.asked << " asked";
}

Shape layout(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  if (!resolution) return {};
  const JobPlan& plan = resolution->plan;
  return {plan.nodes, plan.gpus_per_node, plan.tasks, gpu_of(plan).total, gpu_of(plan).asked};
}

Sample many(Sample sample, const std::string& gpu, std::optional<int> nodes = {}) {
  sample.workload().max_gpus = 100;
  sample.gpu(gpu).request.nodes = nodes;
  return sample;
}

TEST(NodeLayout, TakesAsFewNodesAsTheLargestAllows) {
  EXPECT_EQ(layout(many(feature_site(), "l40s")), (Shape{1, 1, 1, 1, 1}));
  EXPECT_EQ(layout(many(feature_site(), "l40s:5")), (Shape{1, 5, 1, 5, 5}));
  EXPECT_EQ(layout(many(feature_site(), "l40s:6")), (Shape{1, 6, 1, 6, 6}));
  EXPECT_EQ(layout(many(feature_site(), "l40s:12")), (Shape{2, 6, 2, 12, 12}));
  EXPECT_EQ(layout(many(feature_site(), "l40s:2", 2)), (Shape{2, 1, 2, 2, 2}));
  EXPECT_EQ(layout(many(typed_site(), "t4:3")), (Shape{3, 1, 3, 3, 3}));
}

TEST(NodeLayout, TakesMoreNodesWhereTooFewAreLarge) {
  Sample sample = many(feature_site(), "l40s:18");
  EXPECT_EQ(layout(sample), (Shape{3, 6, 3, 18, 18})) << "how many there are is not known";
  sample.cluster().nodes[0].count = 10;
  sample.cluster().nodes[1].count = 2;
  EXPECT_EQ(layout(sample), (Shape{9, 2, 9, 18, 18}));
  EXPECT_EQ(layout(many(sample, "l40s:12")), (Shape{2, 6, 2, 12, 12}));
}

TEST(NodeLayout, AdvisesOnlyWhatTheNodesCanGive) {
  Sample sample = feature_site();
  sample.cluster().nodes[0].count = 10;  // of 2 GPUs
  sample.cluster().nodes[1].count = 2;   // of 6
  const auto refusal = [&](const char* gpu, std::optional<int> nodes = {}) {
    const auto resolution = many(sample, gpu, nodes).resolve();
    return resolution ? "" : resolution.failure().diagnostics.front().line();
  };
  EXPECT_EQ(refusal("l40s:13"),
            "site 'hpc2n': gp206 13 GPUs of type 'l40s' cannot be spread evenly over 3 "
            "nodes; use --gpus 12 or --gpus 18");
  EXPECT_EQ(refusal("l40s:18", 3),
            "site 'hpc2n': gp207 the job takes 3 nodes with 6 GPUs of type 'l40s' (2 nodes "
            "have so many); use --nodes 9");
  EXPECT_EQ(refusal("l40s:60"),
            "site 'hpc2n': gp207 the job takes 10 nodes with 6 GPUs of type 'l40s' (2 nodes "
            "have so many); use --gpus 24");
}

TEST(NodeLayout, RefusesAnUnevenSpread) {
  EXPECT_TRUE(fails_with(many(feature_site(), "l40s:7").resolve(), ExitCode::Invalid,
                         {"site 'hpc2n': gp206 7 GPUs of type 'l40s' cannot be spread evenly over "
                          "2 nodes; use --gpus 6 or --gpus 8"}));
  EXPECT_TRUE(fails_with(many(feature_site(), "l40s:1", 3).resolve(), ExitCode::Invalid,
                         {"site 'hpc2n': gp206 1 GPU of type 'l40s' cannot be spread evenly over 3 "
                          "nodes; use --nodes 1"}));
}

/// --gpus=12 on two nodes of 10 comes as 10 and 2.
TEST(NodeLayout, RefusesANumberOverAllNodesThatSlurmMayDealUnevenly) {
  EXPECT_EQ(layout(many(typed_site(), "l40s:20")), (Shape{2, 10, 2, 20, 20}));
  EXPECT_TRUE(fails_with(many(typed_site(), "l40s:12").resolve(), ExitCode::Invalid,
                         {"site 'uppmax': gp206 12 GPUs of type 'l40s' may be spread unevenly over "
                          "2 nodes (the request names the job's total, and Slurm fills a node of "
                          "10 first); use --gpus 10 or --gpus 20"}));
  EXPECT_TRUE(fails_with(many(typed_site(), "l40s:4", 2).resolve(), ExitCode::Invalid,
                         {"site 'uppmax': gp206 4 GPUs of type 'l40s' may be spread unevenly over "
                          "2 nodes (the request names the job's total, and Slurm fills a node of "
                          "10 first); use --nodes 1"}));
}

TEST(NodeLayout, RefusesMoreThanANodeHas) {
  EXPECT_TRUE(fails_with(
      many(typed_site(), "t4:4", 2).resolve(), ExitCode::Invalid,
      {"site 'uppmax': gp207 no node has 2 GPUs of type 't4' (at most 1 on one); use --nodes 4"}));
}

TEST(NodeLayout, KnowsNothingOfNodesThatAreNotDescribed) {
  Sample sample = feature_site();
  sample.cluster().nodes.clear();
  EXPECT_EQ(layout(many(sample, "l40s:7")), (Shape{1, 7, 1, 7, 7}));
}

TEST(NodeLayout, CountsTheWholeNodeWhereNoOptionSaysHowMany) {
  const Sample sample = many(whole_node_site(), "mi250x");
  EXPECT_EQ(layout(sample), (Shape{1, 1, 1, 8, 1}));
  EXPECT_THAT(lines_of(sample.resolve()->diagnostics),
              ElementsAre("note: site 'pdc': gp214 the job gets 8 GPUs, 1 requested (partition "
                          "'gpu' gives whole nodes of 8 GPUs and 64 CPUs and charges them)"));
  EXPECT_THAT(many(whole_node_site(), "mi250x:8").resolve()->diagnostics, IsEmpty());
}

TEST(NodeLayout, CountsTheWholeNodeWhereThePartitionSharesNone) {
  Sample sample = typed_site();
  sample.cluster().partitions[1].exclusive = Exclusive::Always;
  sample.cluster().nodes[1].cpus = std::nullopt;
  EXPECT_EQ(layout(many(sample, "l40s:2")), (Shape{1, 2, 1, 10, 2}));
  EXPECT_THAT(lines_of(many(sample, "l40s:2").resolve()->diagnostics),
              ElementsAre("note: site 'uppmax': gp214 the job gets 10 GPUs, 2 requested (partition "
                          "'gpu' gives whole nodes of 10 GPUs)"));
}

TEST(NodeLayout, CountsWholeNodesForSeveralWhereTheCenterSaysSo) {
  Sample sample = typed_site();
  sample.cluster().partitions[1].exclusive = Exclusive::SeveralNodes;
  EXPECT_EQ(layout(many(sample, "l40s:2")), (Shape{1, 2, 1, 2, 2}));
  EXPECT_EQ(layout(many(sample, "l40s:2", 2)), (Shape{2, 1, 2, 20, 2}));
}

TEST(NodeLayout, GivesAtLeastTheSmallestNodeThatIsEnough) {
  Sample sample = feature_site();
  sample.cluster().partitions[0].exclusive = Exclusive::Always;
  EXPECT_EQ(layout(many(sample, "l40s:1")), (Shape{1, 1, 1, 2, 1}));
  EXPECT_EQ(layout(many(sample, "l40s:3")), (Shape{1, 3, 1, 6, 3}));
}

TEST(NodeLayout, HasATaskForEachGpuWhereTheSiteCountsByTasks) {
  EXPECT_EQ(layout(many(task_site(), "t4:4")), (Shape{4, 1, 4, 4, 4}));
}

TEST(NodeLayout, RefusesTasksThatMultiplyTheGpus) {
  Sample sample = many(task_site(), "t4");
  sample.request.ntasks = 24;
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Invalid,
                         {"site 'nsc': gp215 24 tasks would get 24 GPUs, 1 requested (every task "
                          "gets 1 GPU here); leave --ntasks out, or use --gpus 24"}));
  // The advice works.
  sample.request.gpus = 24;
  EXPECT_EQ(layout(sample), (Shape{24, 1, 24, 24, 24}));
  sample.request.ntasks = std::nullopt;
  sample.request.gpus = std::nullopt;
  EXPECT_EQ(layout(sample), (Shape{1, 1, 1, 1, 1}));
}

TEST(NodeLayout, RefusesFewerTasksThanGpus) {
  Sample sample = many(task_site(), "t4:3");
  sample.request.ntasks = 2;
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"--ntasks: 2 gives 2 GPUs, 3 requested (site 'nsc' gives 1 GPU to each "
                          "task); leave --ntasks out"}));
}

TEST(NodeLayout, TakesTasksAsTheyAreElsewhere) {
  Sample sample = many(feature_site(), "l40s:2");
  sample.request.ntasks = 4;
  EXPECT_EQ(layout(sample), (Shape{1, 2, 4, 2, 2}));
  EXPECT_THAT(lines_of(sample.resolve()->diagnostics), Not(Contains(StartsWith("warning: site"))));
}

TEST(NodeLayout, RefusesNumbersThatNoMachineHas) {
  Sample sample = feature_site();
  sample.request.nodes = 0;
  EXPECT_TRUE(
      fails_with(sample.resolve(), ExitCode::Usage, {"--nodes: 0 is not between 1 and 30000"}));
  sample = feature_site();
  sample.request.ntasks = 2'000'000'000;
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"--ntasks: 2000000000 is not between 1 and 1000000"}));
  EXPECT_TRUE(fails_with(feature_site().gpu("l40s:200000").resolve(), ExitCode::Usage,
                         {"--gpu: 200000 is not between 1 and 100000"}));
}

}  // namespace
}  // namespace gpujob
