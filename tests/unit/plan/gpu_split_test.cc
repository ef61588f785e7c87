// SPDX-License-Identifier: MIT
#include "plan/gpu_split.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(GpuSplit, WarnsOfTwoForAOneGpuProgram) {
  Sample sample = feature_site();
  EXPECT_THAT(found(sample.gpu("l40s:2")),
              ElementsAre("warning: workload 'integrate2d': gp213 one launch uses 1 GPU, 2 "
                          "requested (the others would be idle and charged); use --gpus 1"));
  sample.workload().max_gpus = 2;
  EXPECT_THAT(found(sample), IsEmpty());
}

TEST(GpuSplit, WarnsOfGpusForACpuProgram) {
  EXPECT_THAT(found(feature_site().gpu("l40s").backend("cpu")),
              ElementsAre("warning: workload 'integrate2d': gp213 backend 'cpu' uses no GPU, 1 "
                          "requested (the others would be idle and charged); leave --gpu out"));
}

TEST(GpuSplit, WarnsOfABackendThatUsesOneOnly) {
  Sample sample = feature_site();
  sample.workload().max_gpus = 8;
  sample.workload().gpu_backends = {"cpu", "hip"};
  EXPECT_THAT(found(sample.gpu("l40s:2")),
              ElementsAre("warning: workload 'integrate2d': gp213 one launch uses 1 GPU, 2 "
                          "requested (the others would be idle and charged); use --gpus 1"));
  sample.workload().gpu_backends.emplace_back("cuda");
  EXPECT_THAT(found(sample), IsEmpty());
}

TEST(GpuSplit, WarnsOfSlicesThatNoProcessUses) {
  Sample sample = feature_site();
  sample.workload().max_gpus = 8;
  std::vector<GpuModel> models = sample.catalogue.models();
  for (GpuModel& model : models)
    if (model.id == "nvidia-l40s") model.slice_of = "nvidia-l40s-whole";
  sample.catalogue = GpuCatalogue(models);
  EXPECT_THAT(found(sample.gpu("l40s:2")),
              ElementsAre("warning: workload 'integrate2d': gp234 2 slices of nvidia-l40s-whole "
                          "requested for 1 task (a process can use one slice; the others would be "
                          "idle); use --gpu l40s"));
  EXPECT_THAT(found(sample.gpu("l40s")), IsEmpty());
}

std::optional<LaunchSplit> split_of(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  return resolution ? workload_of(resolution->plan)->split : std::nullopt;
}

TEST(GpuSplit, SplitsALaunchOverTheGpusOfANode) {
  Sample sample = feature_site();
  EXPECT_EQ(split_of(sample.gpu("l40s:2")), std::nullopt) << "one launch uses 1 GPU";
  sample.workload().max_gpus = 8;
  EXPECT_EQ(split_of(sample), (LaunchSplit{2, 1}));
  EXPECT_EQ(split_of(sample.gpu("l40s")), std::nullopt);
  EXPECT_EQ(split_of(sample.gpu("l40s:12")), (LaunchSplit{8, 2})) << "two nodes, as far as it can";
  sample.workload().max_gpus = 9;
  EXPECT_EQ(split_of(sample), (LaunchSplit{8, 2})) << "as many on each node";
  EXPECT_EQ(split_of(sample.gpu("l40s:2").backend("cpu")), std::nullopt);
}

TEST(GpuSplit, StartsAProcessAGpuWhereGpusComeByTasks) {
  Sample sample = task_site();
  sample.workload().max_gpus = 8;
  EXPECT_EQ(split_of(sample.gpu("t4:3")), (LaunchSplit{3, 3}));
}

TEST(GpuSplit, SplitsOverGroupsOfCoresWithoutAScheduler) {
  Sample sample = local_machine();
  sample.request.gpus = 3;
  sample.workload().max_gpus = 8;
  EXPECT_EQ(split_of(sample.backend("cpu")), (LaunchSplit{3, 1}));
}

/// A launch of which each device takes 256 of n at least.
Sample divided(Sample sample, const std::string& size) {
  sample.workload().max_gpus = 1024;
  sample.workload().split = {"n", 256};
  sample.request.parameters = {{"n", size}};
  return sample;
}

std::vector<std::string> refused(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_FALSE(resolution);
  return resolution ? std::vector<std::string>{} : lines_of(resolution.failure().diagnostics);
}

TEST(GpuSplit, RefusesASplitOfWhichOneGpuGetsNothing) {
  EXPECT_THAT(refused(divided(feature_site().gpu("l40s:3"), "512")),
              ElementsAre("error: workload 'integrate2d': gp225 n = 512 is too small for 3 GPUs "
                          "(each takes 256); use --param n=513 or more, or --gpus 2"));
  EXPECT_THAT(found(divided(feature_site().gpu("l40s:3"), "513")), IsEmpty());
  EXPECT_THAT(found(divided(feature_site().gpu("l40s:2"), "512")), IsEmpty());
  EXPECT_THAT(found(divided(feature_site().gpu("l40s"), "1")), IsEmpty()) << "nothing is split";
}

TEST(GpuSplit, RefusesASplitOverMoreCoresThanThereIsWork) {
  Sample sample = divided(local_machine().backend("cpu"), "1");
  sample.request.gpus = 2;
  EXPECT_THAT(refused(sample),
              ElementsAre("error: workload 'integrate2d': gp225 n = 1 is too small for 2 groups of "
                          "cores (each takes 256); use --param n=257 or more, or --gpus 1"));
}

TEST(GpuSplit, NeedsAShareOfTheMemoryOnEach) {
  Sample sample = feature_site();
  sample.workload().memory = "2 * n * n";  // 21.0 GB
  sample.workload().max_gpus = 2;
  EXPECT_EQ(found(sample.gpu("v100")).size(), 1U);
  EXPECT_THAT(found(sample.gpu("v100:2")), IsEmpty());
}

TEST(GpuSplit, WarnsOfIdleTasks) {
  Sample sample = feature_site();
  sample.gpu("l40s").request.ntasks = 24;
  EXPECT_THAT(
      found(sample),
      ElementsAre(
          "warning: workload 'integrate2d': gp220 one launch is one process, 24 tasks requested "
          "(the others would be idle and charged); use --cpus-per-task for more cores"));
  sample.workload().command = {"/home/ada/solve"};
  EXPECT_THAT(found(sample), IsEmpty());
}

TEST(GpuSplit, WarnsOfTooLittleMemory) {
  Sample sample = feature_site();
  sample.workload().memory = "8 * n * n";  // 83.9 GB
  EXPECT_THAT(
      found(sample.gpu("v100")),
      ElementsAre("warning: workload 'integrate2d': gp217 needs 78.1 GiB of GPU memory, v100 has "
                  "16 GiB (according to its manifest); choose a smaller size or another GPU"));
  EXPECT_THAT(found(sample.gpu("l40s")), IsEmpty());  // memory not stated
  sample.request.size = "small";
  EXPECT_THAT(found(sample.gpu("v100")), IsEmpty());
}

TEST(GpuSplit, WarnsOfMoreMemoryThanThisMachineHas) {
  Sample sample = local_machine();
  sample.workload().memory = "8 * n * n";  // 83.9 GB
  EXPECT_THAT(found(sample), IsEmpty()) << "how much there is is not known";
  sample.request.machine_memory = 24e9;
  EXPECT_THAT(
      found(sample),
      ElementsAre("warning: workload 'integrate2d': gp217 needs 78.1 GiB of memory, this machine "
                  "has 22.4 GiB (according to its manifest); choose a smaller size"));
  sample.request.machine_memory = 96e9;
  EXPECT_THAT(found(sample), IsEmpty());
}

}  // namespace
}  // namespace gpujob
