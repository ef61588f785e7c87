// SPDX-License-Identifier: MIT
#include "plan/backend_choice.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(BackendChoice, FollowsTheVendorOfTheGpu) {
  const auto nvidia = feature_site().gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(nvidia));
  EXPECT_EQ(workload_of(nvidia->plan)->backend, "cuda");
  EXPECT_EQ(row(nvidia->explanation, "backend").origin, "the GPU's vendor is NVIDIA");
  const auto amd = whole_node_site().gpu("mi250x").resolve();
  ASSERT_TRUE(is_ok(amd));
  EXPECT_EQ(workload_of(amd->plan)->backend, "hip");
}

TEST(BackendChoice, IsCpuWithoutAGpu) {
  const auto resolution = feature_site().resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(workload_of(resolution->plan)->backend, "cpu");
  EXPECT_FALSE(resolution->plan.gpu);
  EXPECT_EQ(row(resolution->explanation, "backend").origin, "no GPU requested");
}

TEST(BackendChoice, SaysWhichGpusNobodyHasAskedFor) {
  EXPECT_THAT(
      found(feature_site()),
      ElementsAre("note: site 'hpc2n': gp227 no GPU requested, so 'integrate2d' runs on CPUs (it "
                  "has l40s, v100); add --gpu l40s, or --backend cpu to run on CPUs"))
      << "mi100 is left out: its modules are not documented";
  EXPECT_THAT(found(feature_site().backend("cpu")), IsEmpty());
  EXPECT_THAT(found(feature_site().gpu("l40s")), IsEmpty());
  EXPECT_THAT(found(local_machine()), IsEmpty());
}

TEST(BackendChoice, SaysItOfGpusForBatchJobsAlone) {
  Sample sample = typed_site();
  EXPECT_EQ(found(sample).size(), 1U);
  for (GpuType& type : sample.cluster().gpus) type.request_documented = false;
  EXPECT_THAT(found(sample), IsEmpty());
  sample = task_site();
  EXPECT_EQ(found(sample).size(), 1U);
  sample.cluster().partitions[0].batch_jobs = false;
  EXPECT_THAT(found(sample), IsEmpty());
}

TEST(BackendChoice, SaysItOfWorkloadsThatUseSuchGpus) {
  Sample sample = typed_site();
  sample.workload().backends = {"cpu", "hip"};
  EXPECT_THAT(found(sample), IsEmpty());
  sample.workload().backends = {"cpu", "numba"};
  EXPECT_THAT(found(sample), IsEmpty()) << "no stack of that name is documented";
  sample.workload().stack = "cuda";
  EXPECT_THAT(
      found(sample),
      ElementsAre(
          "note: site 'uppmax': gp227 no GPU requested, so 'integrate2d' runs on CPUs (it has "
          "l40s, t4); add --gpu l40s --backend numba, or --backend cpu to run on CPUs"));
}

TEST(BackendChoice, RefusesTheOtherVendorAndSaysNothingElseAboutIt) {
  EXPECT_TRUE(fails_with(whole_node_site().gpu("mi250x").backend("cuda").resolve(),
                         ExitCode::Invalid,
                         {"workload 'integrate2d': gp201 backend 'cuda' cannot run on mi250x "
                          "(AMD); use --backend hip"}));
}

TEST(BackendChoice, PointsToAnotherGpuWhereTheWorkloadHasNoOtherBackend) {
  Sample sample = feature_site();
  sample.workload().backends = {"cuda"};
  EXPECT_TRUE(fails_with(
      sample.gpu("mi100").backend("cuda").resolve(), ExitCode::Invalid,
      {"workload 'integrate2d': gp201 backend 'cuda' cannot run on mi100 (AMD); use --gpu l40s"}));
  Sample amd_only = whole_node_site();
  amd_only.workload().backends = {"cuda"};
  EXPECT_TRUE(fails_with(amd_only.gpu("mi250x").backend("cuda").resolve(), ExitCode::Invalid,
                         {"workload 'integrate2d': gp201 backend 'cuda' cannot run on mi250x "
                          "(AMD); use another site"}));
}

TEST(BackendChoice, NamesNoWayOutThatWouldBeRefusedInItsTurn) {
  Sample sample = feature_site();
  const std::string why = "the modules of a 'hip' program there are not documented";
  EXPECT_TRUE(
      fails_with(sample.gpu("mi100").backend("cuda").resolve(), ExitCode::Invalid,
                 {"workload 'integrate2d': gp201 backend 'cuda' cannot run on mi100 (AMD) (" + why +
                  "); use --gpu l40s"}));
  sample.workload().backends.emplace_back("cupy");
  EXPECT_TRUE(fails_with(sample.gpu("mi100").backend("cupy").resolve(), ExitCode::Invalid,
                         {"workload 'integrate2d': gp201 backend 'cupy' cannot run on mi100 (AMD) "
                          "(CuPy is made for CUDA; for ROCm it is experimental, and " +
                          why + "); use another site"}));
}

TEST(BackendChoice, RefusesAGpuThatTheWorkloadHasNoProgramFor) {
  Sample sample = whole_node_site();
  sample.workload().backends = {"cpu", "cuda"};
  EXPECT_TRUE(fails_with(sample.gpu("mi250x").resolve(), ExitCode::Invalid,
                         {"workload 'integrate2d': gp202 has no 'hip' program for mi250x (AMD) (it "
                          "has cpu, cuda); choose a GPU that one of them runs on"}));
}

TEST(BackendChoice, NamesWhatAUsersOwnWorkloadLacksAndWhereItGoes) {
  Sample sample = whole_node_site();
  sample.workload().backends = {"cpu"};
  sample.workload().file = "/w/own/workload.yaml";
  sample.request.paths.own_sources = "/w/own";
  const std::string problem =
      "workload 'integrate2d': gp202 has no 'hip' program for mi250x (AMD) (it has cpu); ";
  EXPECT_TRUE(fails_with(
      sample.gpu("mi250x").resolve(), ExitCode::Invalid,
      {problem +
       "add 'hip' to 'backends' and its compiler call to 'build' in /w/own/workload.yaml"}));
  sample.request.paths.own_sources = "";
  sample.workload().command = {"/w/own/run.sh", "{{report}}"};
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Invalid,
                         {problem + "add 'hip' to 'backends' in /w/own/workload.yaml"}));
}

TEST(BackendChoice, NamesPythonsBackendsWhereOneWouldDo) {
  Sample sample = feature_site();
  sample.workload().backends = {"cpu"};
  sample.workload().file = "/w/own/workload.yaml";
  sample.workload().command = {"/w/own/run.sh", "{{report}}"};
  EXPECT_TRUE(fails_with(
      sample.gpu("l40s").resolve(), ExitCode::Invalid,
      {"workload 'integrate2d': gp202 has no 'cuda' program for l40s (NVIDIA) (it has cpu); add "
       "'cuda', or 'numba' or 'cupy' for Python, to 'backends' in /w/own/workload.yaml"}));
  sample.workload().backends = {"cpu", "numba"};
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Invalid,
                         {"workload 'integrate2d': gp202 has no 'cuda' program for l40s (NVIDIA) "
                          "(it has cpu, numba); use --backend numba"}));
}

TEST(BackendChoice, SaysWhatThereIsForAnUnknownName) {
  EXPECT_TRUE(fails_with(
      feature_site().gpu("l40s").backend("cudo").resolve(), ExitCode::Usage,
      {"workload 'integrate2d': no backend 'cudo'; it has cpu, cuda, hip; did you mean 'cuda'?"}));
}

}  // namespace
}  // namespace gpujob
