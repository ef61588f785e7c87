// SPDX-License-Identifier: MIT
#include "plan/resolve_build.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ResolveBuild, HasNoDirectivesOnTheLoginNode) {
  const auto resolution = feature_site().gpu("l40s").resolve_build();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(resolution->build.options, IsEmpty());
  EXPECT_EQ(row(resolution->explanation, "module foss/2023b").from, From::Profile);
}

TEST(ResolveBuild, IsASmallJobWhereItMustBeOne) {
  Sample sample = feature_site();
  sample.cluster().stacks[1].build = BuildPlace::Job;
  sample.gpu("l40s:4").request.nodes = 2;
  const auto resolution = sample.resolve_build();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(directives(resolution->build.options),
              ElementsAre("--job-name=gj-build-integrate2d-cuda-sm_89-" + resolution->build.key,
                          "--account=hpc2n2025-151", "--nodes=1", "--ntasks=1", "--gpus=1",
                          "--constraint=l40s", "--time=00:15:00", "--no-requeue"));
  EXPECT_EQ(row(resolution->explanation, "--time").from, From::BuiltIn);
  sample.request.time = Seconds(300);
  EXPECT_EQ(row(sample.resolve_build()->explanation, "--time").value, "00:05:00");
}

TEST(ResolveBuild, BuildsThoughAProgramIsThere) {
  EXPECT_TRUE(is_ok(feature_site().gpu("v100").resolve_build()));
}

TEST(ResolveBuild, NeedsNoParametersOfTheWorkload) {
  Sample sample = feature_site();
  sample.request.variant = "none such";
  EXPECT_TRUE(is_ok(sample.gpu("l40s").resolve_build()));
}

TEST(ResolveBuild, SaysWhatIsMissing) {
  EXPECT_TRUE(
      fails_with(typed_site().gpu("l40s").resolve_build(), ExitCode::Invalid,
                 {"workload 'integrate2d': gp210 no 'cuda' program can be built (stack "
                  "'cuda_build' of site 'uppmax' is not documented); ask the center and add the "
                  "stack to ~/.config/gpujob/profiles/sites/uppmax.yaml ('overlays: uppmax')"}));
  EXPECT_TRUE(fails_with(whole_node_site().gpu("mi250x").backend("cuda").resolve_build(),
                         ExitCode::Invalid,
                         {"workload 'integrate2d': gp201 backend 'cuda' cannot run on mi250x "
                          "(AMD); use --backend hip"}));
}

TEST(ResolveBuild, RefusesAToolkitThatDoesNotKnowTheGpu) {
  Sample sample = feature_site();
  sample.cluster().stacks[1].toolkit = "13.0";
  EXPECT_TRUE(
      fails_with(sample.gpu("v100").resolve_build(), ExitCode::Invalid,
                 {"site 'hpc2n': gp204 CUDA 13.0 of stack 'cuda_build' does not compile for Tesla "
                  "V100 (CUDA 12 is the last that does); give the GPU type its own stack in "
                  "~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')"}));
}

TEST(ResolveBuild, HasNothingToCompileInPython) {
  Sample sample = feature_site();
  sample.workload().backends.emplace_back("numba");
  sample.cluster().stacks[0].name = "numba";
  const auto resolution = sample.gpu("l40s").backend("numba").resolve_build();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(resolution->ready, sample.request.paths.libexec + "/integrate2d.numba");
  ASSERT_EQ(resolution->diagnostics.size(), 1U);
  EXPECT_EQ(resolution->diagnostics[0].line(),
            "workload 'integrate2d': gp223 backend 'numba' has nothing to compile (its kernels are "
            "compiled when the job runs); 'gpujob submit' starts the program with the modules of "
            "stack 'numba'");
}

TEST(ResolveBuild, RefusesPythonWhereAJobWouldBe) {
  Sample sample = feature_site();
  sample.workload().backends.emplace_back("cupy");
  EXPECT_TRUE(
      fails_with(sample.gpu("l40s").backend("cupy").resolve_build(), ExitCode::Invalid,
                 {"site 'hpc2n': gp203 the modules of a 'cupy' program on l40s are not documented "
                  "(stack 'cupy' is missing); ask the center and add the stack to "
                  "~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')"}));
}

}  // namespace
}  // namespace gpujob
