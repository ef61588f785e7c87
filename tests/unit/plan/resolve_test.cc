// SPDX-License-Identifier: MIT
#include "plan/resolve.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Resolve, GivesTheSamePlanForTheSameInputs) {
  const Sample sample = feature_site().gpu("l40s");
  const auto first = sample.resolve();
  const auto second = sample.resolve();
  ASSERT_TRUE(is_ok(first));
  EXPECT_EQ(first->plan, second->plan);
}

TEST(Resolve, NamesTheRun) {
  Sample sample = feature_site();
  sample.request.run_id = "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD";
  sample.request.repeat = 2;
  sample.request.sbatch_arguments = {"--mail-type=END"};
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  const JobPlan& plan = resolution->plan;
  EXPECT_EQ(plan.run_id, "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD");
  EXPECT_EQ(plan.job_name, "gj-integrate2d-01JD7M3ZK8Q4V5W6X7Y8Z9ABCD");
  EXPECT_EQ(plan.run_directory, "/home/ada/runs/01JD7M3ZK8Q4V5W6X7Y8Z9ABCD");
  EXPECT_EQ(workload_of(plan)->launches, 2);
  EXPECT_THAT(plan.sbatch_arguments, ElementsAre("--mail-type=END"));
}

TEST(Resolve, TakesOverWhatTheClusterSays) {
  Sample sample = whole_node_site();
  sample.cluster().polling_floor = Seconds(45);
  const auto resolution = sample.gpu("mi250x").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(resolution->plan.shell, "#!/bin/bash -l");
  EXPECT_EQ(resolution->plan.polling_floor_seconds, 45);
  EXPECT_EQ(resolution->plan.center, "pdc");
  EXPECT_EQ(resolution->plan.cluster, "dardel");
  EXPECT_EQ(gpu_of(resolution->plan).architecture, "gfx90a");
}

TEST(Resolve, PlansForThisMachineWithoutAScheduler) {
  const auto resolution = local_machine().resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(resolution->plan.executor, Executor::Local);
  EXPECT_THAT(resolution->plan.options, IsEmpty());
  EXPECT_THAT(workload_of(resolution->plan)->launcher, IsEmpty());
  EXPECT_EQ(resolution->plan.time, Seconds(720));
}

TEST(Resolve, ShowsEveryErrorAtOnceAndNoWarning) {
  Sample sample = typed_site();
  sample.cluster().status = {ClusterStatus::State::Retired, "2026-01-30", Mark::D, "", {}};
  sample.cluster().stacks.clear();
  sample.request.programs.clear();
  sample.request.slurm_variables = {"SBATCH_GRES"};
  sample.gpu("t4:4").request.nodes = 3;
  EXPECT_TRUE(fails_with(
      sample.resolve(), ExitCode::Invalid,
      {"site 'uppmax': gp211 cluster 'pelle' was retired on 2026-01-30; --allow-retired to go on",
       "site 'uppmax': gp206 4 GPUs of type 't4' cannot be spread evenly over 3 nodes; use "
       "--nodes 4",
       "site 'uppmax': gp203 the modules of a 'cuda' program on t4 are not documented (stack "
       "'cuda' is missing); ask the center and add the stack to "
       "~/.config/gpujob/profiles/sites/uppmax.yaml ('overlays: uppmax')",
       "workload 'integrate2d': gp210 no 'cuda' program for sm_75 on x86_64 is installed, and it "
       "cannot be built (stack 'cuda_build' of site 'uppmax' is not documented); ask the center "
       "and add the stack to ~/.config/gpujob/profiles/sites/uppmax.yaml ('overlays: uppmax')"}));
}

TEST(Resolve, NamesTheClusterWhereItIsNotTheDefault) {
  Sample sample = feature_site();
  sample.profile.default_cluster = "other";
  EXPECT_TRUE(fails_with(sample.gpu("l41s").resolve(), ExitCode::Usage,
                         {"site 'hpc2n/kebnekaise': no GPU type 'l41s'; it has l40s, mi100, v100; "
                          "did you mean 'l40s'?"}));
}

TEST(Resolve, RefusesMemoryBelowZero) {
  Sample sample = feature_site();
  sample.request.memory_mib = -1;
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"--mem: -1 MiB is not a valid amount of memory"}));
}

}  // namespace
}  // namespace gpujob
